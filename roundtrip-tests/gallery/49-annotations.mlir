// Annotations
// Everything that a loop can be told, module flags of structure, memory models, hints of vector types.
#loop = #llvm.loop_annotation<disableNonforced = true, vectorize = <disable = false, predicateEnable = true, scalableEnable = false, width = 4 : i32>, interleave = <count = 2 : i32>, unroll = <disable = true, count = 64 : i32, runtimeDisable = false, full = false>, unrollAndJam = <disable = true, count = 32 : i32>, licm = <disable = true, versioningDisable = true>, distribute = <disable = true>, pipeline = <disable = true, initiationinterval = 1 : i32>, peeled = <count = 8 : i32>, unswitch = <partialDisable = true>, mustProgress = true, isVectorized = false>

llvm.module_flags [#llvm.mlir.module_flag<append, "CG Profile", [#llvm.cgprofile_entry<from = @f, to = @f, count = 222>]>, #llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format = InstrProf, total_count = 263646, max_count = 86427, max_internal_count = 86427, max_function_count = 4691, num_counts = 3712, num_functions = 796, is_partial_profile = 0, partial_profile_ratio = 0.0 : f64, detailed_summary = <cut_off = 10000, min_count = 86427, num_counts = 1>, <cut_off = 100000, min_count = 86427, num_counts = 1>>>]
llvm.mlir.global_ctors ctors = [], priorities = [], data = []

llvm.func @f(%c: i1, %p: !llvm.ptr) attributes {vec_type_hint = #llvm.vec_type_hint<hint = vector<4xf32>>, work_group_size_hint = array<i32: 8, 4, 1>, reqd_work_group_size = array<i32: 8, 4, 1>, intel_reqd_sub_group_size = 16 : i32} {
  llvm.br ^loop
^loop:
  llvm.fence acquire {llvm.mmra = [#llvm.mmra_tag<"amdgpu-as":"local">, #llvm.mmra_tag<"amdgpu-as":"global">]}
  llvm.cond_br %c, ^loop, ^end {loop_annotation = #loop}
^end:
  llvm.return
}
