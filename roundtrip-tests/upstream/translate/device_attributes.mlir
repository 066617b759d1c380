// ARGS: --mlir-to-llvmir --split-input-file
// Attributes of rocdl and nvvm on functions and instructions: each with values that it takes and values that it does not.
llvm.func @k() attributes {rocdl.kernel} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.kernel, rocdl.flat_work_group_size = "128,128", rocdl.max_flat_work_group_size = 64 : index, rocdl.reqd_work_group_size = array<i32: 16, 4, 2>, rocdl.waves_per_eu = 2 : i32, rocdl.unsafe_fp_atomics = true, rocdl.uniform_work_group_size = true, rocdl.cluster_dims = "2,4,8"} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.kernel = 1} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.kernel = false} { llvm.return }
// -----
module { func.func @k() attributes {rocdl.kernel} { return } }
// -----
llvm.mlir.global @g(1 : i32) {rocdl.kernel} : i32
// -----
llvm.func @k() attributes {rocdl.max_flat_work_group_size = 128 : i32} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.max_flat_work_group_size = "128"} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.max_flat_work_group_size = -1 : i64} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.flat_work_group_size = 128} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.flat_work_group_size = "anything"} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.reqd_work_group_size = array<i64: 1,2,3>} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.reqd_work_group_size = array<i32: 1>} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.reqd_work_group_size = array<i32>} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.reqd_work_group_size = dense<[1,2,3]> : vector<3xi32>} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.waves_per_eu = 2 : i64} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.waves_per_eu = "2"} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.waves_per_eu = "2,4"} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.unsafe_fp_atomics = 1} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.unsafe_fp_atomics = false} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.unsafe_fp_atomics} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.uniform_work_group_size = false} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.uniform_work_group_size} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.cluster_dims = 2} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.foo = 2} { llvm.return }
// -----
llvm.func @k(%p: !llvm.ptr, %x: f32) {
  %0 = llvm.load %p {rocdl.no_fine_grained_memory} : !llvm.ptr -> f32
  %1 = llvm.atomicrmw fadd %p, %x monotonic {rocdl.no_remote_memory, rocdl.no_fine_grained_memory, rocdl.ignore_denormal_mode} : !llvm.ptr, f32
  llvm.return
}
// -----
llvm.func @k(%p: !llvm.ptr, %x: f32) {
  %0 = llvm.load %p {rocdl.no_fine_grained_memory = 3} : !llvm.ptr -> f32
  llvm.return
}
// -----
llvm.func @k(%p: !llvm.ptr, %x: f32) {
  %0 = llvm.load %p {rocdl.no_remote_memory = "x"} : !llvm.ptr -> f32
  llvm.return
}
// -----
llvm.func @k(%p: !llvm.ptr, %x: f32) {
  %0 = llvm.load %p {rocdl.ignore_denormal_mode = false} : !llvm.ptr -> f32
  llvm.return
}
// -----
llvm.func @k(%p: !llvm.ptr, %x: f32) {
  llvm.store %x, %p {rocdl.last_use} : f32, !llvm.ptr
  %0 = llvm.load %p {rocdl.last_use} : !llvm.ptr -> f32
  %1 = llvm.fadd %x, %x {rocdl.last_use, rocdl.no_remote_memory} : f32
  %2 = llvm.mlir.constant(1 : i32) {rocdl.last_use} : i32
  llvm.call @k(%p, %x) {rocdl.last_use, rocdl.no_fine_grained_memory} : (!llvm.ptr, f32) -> ()
  llvm.br ^a {rocdl.no_remote_memory}
^a:
  llvm.return {rocdl.no_remote_memory}
}
// -----
llvm.func @k(%p: !llvm.ptr, %x: f32) {
  %0 = llvm.load %p {rocdl.last_use = 1} : !llvm.ptr -> f32
  llvm.return
}
// -----
llvm.func @k(%p: !llvm.ptr, %x: f32) {
  %0 = llvm.load %p {rocdl.kernel} : !llvm.ptr -> f32
  llvm.return
}
// -----
llvm.func @k(%p: !llvm.ptr, %x: f32) {
  %0 = llvm.load %p {rocdl.max_flat_work_group_size = 3, rocdl.foo, rocdl.waves_per_eu = "x"} : !llvm.ptr -> f32
  llvm.return
}
// -----
module attributes {rocdl.kernel, rocdl.foo = 1, rocdl.max_flat_work_group_size = 3} {}
// -----
llvm.func @k() attributes {rocdl.no_remote_memory, rocdl.last_use = 4} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.kernel, rocdl.max_flat_work_group_size = 8 : index, rocdl.flat_work_group_size = "1,2"} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.max_flat_work_group_size = 8 : index, rocdl.kernel, rocdl.flat_work_group_size = "1,2"}
// -----
llvm.func fastcc internal @k() attributes {rocdl.kernel, dso_local} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.reqd_work_group_size = array<i32: -1, 4, 2>, reqd_work_group_size = array<i32: 1, 2, 3>} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.waves_per_eu = 4294967297 : i64} { llvm.return }
// -----
llvm.func @k() attributes {rocdl.waves_per_eu = -3 : i8, rocdl.max_flat_work_group_size = 255 : ui8} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1, 2, 3, 4>} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1, 2, 3>, nvvm.reqntid = array<i32: 1>, nvvm.cluster_dim = array<i32: 2>} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32>} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i64: 1>} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.minctasm = "x"} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.minctasm = 16 : i32, nvvm.maxnreg = 3 : i64, nvvm.cluster_max_blocks = 8 : i8} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.minctasm = -1 : i32} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.minctasm = 16 : i32} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.blocksareclusters} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.blocksareclusters, nvvm.reqntid = array<i32: 1>, nvvm.cluster_dim = array<i32: 2>} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = 16 : index} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = 255 : ui8} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = true} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = 255 : i8} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = 2.0 : f32} { llvm.return }
// -----
llvm.func @k() attributes {nvvm.kernel = 3, nvvm.foo} { llvm.return }
// -----
llvm.func @k(%p: !llvm.ptr {nvvm.grid_constant, llvm.byval = i32}) attributes {nvvm.kernel} { llvm.return }
// -----
llvm.func @k(%p: !llvm.ptr {nvvm.grid_constant}) attributes {nvvm.kernel} { llvm.return }
// -----
llvm.func @k(%p: !llvm.ptr {nvvm.grid_constant = 1, llvm.byval = i32}) attributes {nvvm.kernel} { llvm.return }
// -----
llvm.func @k(%p: i32 {nvvm.grid_constant}) attributes {nvvm.kernel} { llvm.return }
// -----
llvm.func @k(%p: !llvm.ptr {nvvm.grid_constant, llvm.byval = i32})  { llvm.return }
// -----
llvm.func @k(%p: !llvm.ptr) {
 %0 = llvm.load %p {nvvm.maxntid = 3} : !llvm.ptr -> i32
 llvm.return }
// -----
llvm.mlir.global @g(1 : i32) {nvvm.kernel} : i32
// -----
llvm.func @k(%p: !llvm.ptr) {
  %0 = llvm.load %p {nvvm.kernel, rocdl.kernel} : !llvm.ptr -> i32
  llvm.return
}
// -----
llvm.func @k(%p: !llvm.ptr) {
  %0 = "llvm.load"(%p) <{ordering = 4 : i64}> {rocdl.kernel} : (!llvm.ptr) -> i32
  llvm.return
}
// -----
llvm.func @k() attributes {nvvm.maxntid = 1, nvvm.minctasm = "a"} { llvm.return }
