// Locations and debug information
// A function's scope is fused with its location; intrinsics become debug records.
#file = #llvm.di_file<"f.c" in "/tmp">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, producer = "hand", isOptimized = true, emissionKind = Full>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#type = #llvm.di_subroutine_type<types = #int, #int>
#sub = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "f", file = #file, line = 1, scopeLine = 1, subprogramFlags = "Definition|Optimized", type = #type>
#block = #llvm.di_lexical_block<scope = #sub, file = #file, line = 2, column = 3>
#var = #llvm.di_local_variable<scope = #sub, name = "x", file = #file, line = 1, arg = 1, type = #int>
#label = #llvm.di_label<scope = #sub, name = "again", file = #file, line = 4>

llvm.func @f(%x: i32) -> i32 {
  llvm.intr.dbg.value #var = %x : i32 loc(fused<#sub>["f.c":1:7])
  %0 = llvm.add %x, %x : i32 loc(fused<#block>["f.c":2:5])
  llvm.intr.dbg.label #label loc(fused<#block>["f.c":4:1])
  llvm.return %0 : i32 loc(callsite(fused<#block>["f.c":3:9] at fused<#sub>["f.c":8:2]))
} loc(fused<#sub>["f.c":1:1])
