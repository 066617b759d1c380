// RUN: tern export %s
// A column that LLVM has no room for is none.
#file = #llvm.di_file<"f.c" in "/tmp">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, isOptimized = true, emissionKind = Full>
#type = #llvm.di_subroutine_type<types = #llvm.di_null_type>
#sub = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "f", file = #file, line = 1, subprogramFlags = "Definition", type = #type>
module {
  llvm.module_flags [#llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format = SampleProfile, total_count = 1, max_count = 2, max_internal_count = 3, max_function_count = 4, num_counts = 5, num_functions = 6, detailed_summary = <cut_off = 7, min_count = 8, num_counts = 9>>>]
  llvm.func @f(%x: i32) -> i32 {
    %0 = llvm.add %x, %x : i32 loc(fused<#sub>["f.c":2:65535])
    %1 = llvm.add %0, %x : i32 loc(fused<#sub>["f.c":2:65536])
    %2 = llvm.add %1, %x : i32 loc(fused<#sub>["f.c":2:0])
    llvm.return %2 : i32 loc(fused<#sub>["f.c":3:1])
  } loc(fused<#sub>["f.c":1:1])
}
