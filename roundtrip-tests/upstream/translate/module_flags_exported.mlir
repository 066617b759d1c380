// ARGS: --mlir-to-llvmir --split-input-file
// Flags that hold more than numbers and texts.
llvm.module_flags [#llvm.mlir.module_flag<append, "other", [#llvm.cgprofile_entry<from = @a, to = @b, count = 3>]>]
llvm.func @a()
llvm.func @b()

// -----

llvm.module_flags [#llvm.mlir.module_flag<append, "other", #llvm.profile_summary<format = InstrProf, total_count = 263646, max_count = 86427, max_internal_count = 86427, max_function_count = 4691, num_counts = 3712, num_functions = 796, is_partial_profile = 0 : i64, partial_profile_ratio = 0.000000e+00 : f64, detailed_summary = <cut_off = 10000, min_count = 86427, num_counts = 1>>>]

// -----

llvm.module_flags [#llvm.mlir.module_flag<append, "CG Profile", [#llvm.cgprofile_entry<from = @a, to = @b, count = 3>, #llvm.cgprofile_entry<from = @a, count = 3>, #llvm.cgprofile_entry<to = @c, count = 4>]>]
llvm.func @a()
llvm.func @b()

// -----

llvm.module_flags [#llvm.mlir.module_flag<append, "CG Profile", 3 : i32>, #llvm.mlir.module_flag<error, "ProfileSummary", "x">, #llvm.mlir.module_flag<max, "y", 3 : i64>]

// -----

llvm.module_flags [#llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format = InstrProf, total_count = 263646, max_count = 86427, max_internal_count = 86427, max_function_count = 4691, num_counts = 3712, num_functions = 796, is_partial_profile = 0 : i64, partial_profile_ratio = 0.000000e+00 : f64, detailed_summary = <cut_off = 10000, min_count = 86427, num_counts = 1>, <cut_off = 20000, min_count = 8, num_counts = 2>>>]
