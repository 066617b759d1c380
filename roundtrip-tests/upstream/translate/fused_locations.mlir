// ARGS: --mlir-to-llvmir
// Where two places are one: in the same file the line that both are on, in others where the scope begins that both are in.
#file = #llvm.di_file<"f.c" in "/">
#other = #llvm.di_file<"g.c" in "/">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>
#type = #llvm.di_subroutine_type<types = #llvm.di_null_type>
#scope = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "f", file = #file, line = 7, subprogramFlags = Definition, type = #type>
#here = #llvm.di_lexical_block<scope = #scope, file = #file, line = 9, column = 3>
#there = #llvm.di_lexical_block_file<scope = #scope, file = #other, discriminator = 0>
llvm.func @f(%p: !llvm.ptr, %x: i8) {
  llvm.store %x, %p : i8, !llvm.ptr loc(fused[fused<#scope>["f.c":10:2], fused<#there>["g.c":10:2]])
  llvm.store %x, %p : i8, !llvm.ptr loc(fused[fused<#there>["g.c":11:2], fused<#scope>["f.c":11:2]])
  llvm.store %x, %p : i8, !llvm.ptr loc(fused[fused<#there>["g.c":12:2], fused<#there>["g.c":12:5]])
  llvm.store %x, %p : i8, !llvm.ptr loc(fused[fused<#here>["f.c":13:2], fused<#scope>["f.c":13:2]])
  llvm.store %x, %p : i8, !llvm.ptr loc(fused[fused<#here>["f.c":14:2], fused<#scope>["f.c":14:3]])
  llvm.store %x, %p : i8, !llvm.ptr loc(fused[fused<#here>["f.c":15:2], fused<#scope>["f.c":16:2]])
  llvm.store %x, %p : i8, !llvm.ptr loc(fused[fused<#here>["f.c":17:2], fused<#there>["g.c":17:2]])
  llvm.return loc(fused<#scope>["f.c":20:1])
} loc(fused<#scope>["f.c":7:1])
