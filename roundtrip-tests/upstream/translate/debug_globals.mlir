// ARGS: --mlir-to-llvmir --split-input-file
// The compile unit that lists a variable is that of the scope that it is in.
#file = #llvm.di_file<"f.c" in "/">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_Fortran90, file = #file, isOptimized = false, emissionKind = Full>
#type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#module = #llvm.di_module<file = #file, scope = #unit, name = "m">
#subroutine = #llvm.di_subroutine_type<types = #llvm.di_null_type>
#subprogram = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "s", file = #file, subprogramFlags = Definition, type = #subroutine>
#block = #llvm.di_common_block<scope = #subprogram, name = "b", file = #file, line = 3>
#of_unit = #llvm.di_global_variable<scope = #unit, name = "of_unit", file = #file, line = 1, type = #type, isDefined = true>
#of_file = #llvm.di_global_variable<scope = #file, name = "of_file", file = #file, line = 1, type = #type, isDefined = true>
#of_module = #llvm.di_global_variable<scope = #module, name = "of_module", file = #file, line = 1, type = #type, isDefined = true>
#of_block = #llvm.di_global_variable<scope = #block, name = "of_block", file = #file, line = 1, type = #type, isDefined = true>
#of_subprogram = #llvm.di_global_variable<scope = #subprogram, name = "of_subprogram", file = #file, line = 1, type = #type, isDefined = true>
llvm.mlir.global external @a(1 : i32) {addr_space = 0 : i32, dbg_exprs = [#llvm.di_global_variable_expression<var = #of_unit, expr = <>>]} : i32
llvm.mlir.global external @b(1 : i32) {addr_space = 0 : i32, dbg_exprs = [#llvm.di_global_variable_expression<var = #of_module, expr = <>>]} : i32
llvm.mlir.global external @c(1 : i32) {addr_space = 0 : i32, dbg_exprs = [#llvm.di_global_variable_expression<var = #of_block, expr = <>>, #llvm.di_global_variable_expression<var = #of_subprogram, expr = <>>]} : i32
llvm.mlir.global external @d(1 : i32) {addr_space = 0 : i32, dbg_exprs = [#llvm.di_global_variable_expression<var = #of_file, expr = <>>]} : i32
llvm.func @s() {
  llvm.return loc(fused<#subprogram>["f.c":1:1])
} loc(fused<#subprogram>["f.c":1:1])
