// Debug information of types and modules
// The attributes that stand for the rarer nodes.
#file = #llvm.di_file<"f.f90" in "/tmp">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_Fortran95, file = #file, isOptimized = false, emissionKind = Full>
#module = #llvm.di_module<file = #file, scope = #file, name = "m", line = 3>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "integer", sizeInBits = 32, encoding = DW_ATE_signed>
#string = #llvm.di_string_type<tag = DW_TAG_string_type, name = "character", sizeInBits = 32, alignInBits = 8, stringLengthExp = <[DW_OP_push_object_address]>, encoding = DW_ATE_ASCII>
#array = #llvm.di_composite_type<tag = DW_TAG_array_type, baseType = #int, sizeInBits = 64, elements = #llvm.di_subrange<count = 2 : i64, lowerBound = 1 : i64>>
#assumed = #llvm.di_composite_type<tag = DW_TAG_array_type, baseType = #int, elements = #llvm.di_generic_subrange<lowerBound = #llvm.di_expression<[DW_OP_push_object_address, DW_OP_plus_uconst(8), DW_OP_deref]>, upperBound = #llvm.di_expression<[DW_OP_push_object_address, DW_OP_plus_uconst(16), DW_OP_deref]>, stride = #llvm.di_expression<[DW_OP_push_object_address, DW_OP_plus_uconst(24), DW_OP_deref]>>>
#pointer = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #array, sizeInBits = 64>
#space = #llvm.di_namespace<name = "n", exportSymbols = true>
#type = #llvm.di_subroutine_type<types = #int, #string, #array, #assumed, #pointer>
#sub = #llvm.di_subprogram<recId = distinct[2]<>, id = distinct[1]<>, compileUnit = #unit, scope = #space, name = "s", file = #file, line = 4, subprogramFlags = Definition, type = #type, retainedNodes = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope = #llvm.di_subprogram<recId = distinct[2]<>, isRecSelf = true>, entity = #module, file = #file, line = 2>>
#common = #llvm.di_common_block<scope = #sub, name = "c", file = #file, line = 5>
#global = #llvm.di_global_variable<scope = #common, name = "g", linkageName = "g", file = #file, line = 6, type = #int, isLocalToUnit = false, isDefined = true>

llvm.mlir.global external @g(1 : i32) {addr_space = 0 : i32, dbg_exprs = [#llvm.di_global_variable_expression<var = #global, expr = <>>]} : i32
llvm.func @s() {
  llvm.return
} loc(fused<#sub>["f.f90":4:1])
