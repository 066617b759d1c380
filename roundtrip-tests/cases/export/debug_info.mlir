// RUN: tern export %s
#file = #llvm.di_file<"f.c" in "/tmp">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, producer = "hand", isOptimized = true, emissionKind = Full>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#type = #llvm.di_subroutine_type<types = #int, #int>
#function = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "f", file = #file, line = 1, scopeLine = 1, subprogramFlags = "Definition|Optimized", type = #type>
#x = #llvm.di_local_variable<scope = #function, name = "x", file = #file, line = 1, arg = 1, type = #int>

llvm.func @f(%x: i32) -> i32 {
  llvm.intr.dbg.value #x = %x : i32 loc(#at)
  %0 = llvm.add %x, %x : i32 loc(#at)
  llvm.return %0 : i32 loc(#at)
} loc(#of)
#at = loc(fused<#function>["f.c":1:20])
#of = loc(fused<#function>["f.c":1:1])
