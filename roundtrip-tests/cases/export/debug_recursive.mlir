// RUN: tern export %s
// A list whose nodes refer to their own type and back to a method of it; a pair of types that refer to each other; a subprogram that
// retains a label of its own.
#file = #llvm.di_file<"list.cpp" in "/src">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C_plus_plus_17, file = #file, isOptimized = false, emissionKind = Full, nameTableKind = None>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#self = #llvm.di_composite_type<recId = distinct[1]<>, isRecSelf = true>
#to_self = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #self, sizeInBits = 64>
#next = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #to_self, sizeInBits = 64>
#method_type = #llvm.di_subroutine_type<types = #int, #to_self>
#method = #llvm.di_subprogram<scope = #self, name = "length", file = #file, line = 4, subprogramFlags = Optimized, type = #method_type>
#node = #llvm.di_composite_type<recId = distinct[1]<>, tag = DW_TAG_structure_type, name = "node", file = #file, line = 3, flags = "TypePassByValue|NonTrivial", sizeInBits = 64, elements = #next, #method>
#array_self = #llvm.di_composite_type<recId = distinct[2]<>, isRecSelf = true>
#to_array = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #array_self, sizeInBits = 64>
#array = #llvm.di_composite_type<recId = distinct[2]<>, tag = DW_TAG_array_type, baseType = #to_array, sizeInBits = 128, elements = #llvm.di_subrange<count = 2 : i64>>
#fn_self = #llvm.di_subprogram<recId = distinct[3]<>, isRecSelf = true>
#label = #llvm.di_label<scope = #fn_self, name = "again", file = #file, line = 9>
#fn_type = #llvm.di_subroutine_type<types = #llvm.di_null_type, #node, #array>
#fn = #llvm.di_subprogram<recId = distinct[3]<>, id = distinct[4]<>, compileUnit = #cu, scope = #file, name = "walk", linkageName = "_Z4walk4node", file = #file, line = 8, scopeLine = 8, subprogramFlags = "Definition", type = #fn_type, retainedNodes = #label>
#block = #llvm.di_lexical_block<scope = #fn, file = #file, line = 9, column = 3>
#var = #llvm.di_local_variable<scope = #block, name = "n", file = #file, line = 10, type = #node>
#global = #llvm.di_global_variable<scope = #cu, name = "head", linkageName = "head", file = #file, line = 2, type = #node, isDefined = true>
#in_fn = #llvm.di_global_variable<scope = #fn, name = "count", file = #file, line = 11, type = #int, isLocalToUnit = true, isDefined = true, alignInBits = 64>

llvm.mlir.global external @head() {dbg_exprs = [#llvm.di_global_variable_expression<var = #global, expr = <>>]} : !llvm.ptr
llvm.mlir.global internal @count(0 : i32) {dbg_exprs = [#llvm.di_global_variable_expression<var = #in_fn, expr = <[DW_OP_plus_uconst(4)]>>]} : i32
llvm.func @walk(%n: !llvm.ptr) {
  llvm.intr.dbg.declare #var #llvm.di_expression<[DW_OP_deref, DW_OP_LLVM_convert(64, DW_ATE_unsigned)]> = %n : !llvm.ptr loc(fused<#block>["list.cpp":10:7])
  llvm.intr.dbg.label #label loc(fused<#block>["list.cpp":9:1])
  llvm.intr.dbg.value #var = %n : !llvm.ptr loc(unknown)
  llvm.br ^next(%n : !llvm.ptr) loc("list.cpp":12:1)
^next(%m: !llvm.ptr loc("list.cpp":13:2)):
  llvm.return loc(fused<#fn>["list.cpp":14:1])
} loc(fused<#fn>["list.cpp":8:1])
