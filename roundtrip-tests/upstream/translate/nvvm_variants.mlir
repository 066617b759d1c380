// ARGS: -mlir-to-llvmir
llvm.func @mb(%p: !llvm.ptr, %s: !llvm.ptr<3>, %c: !llvm.ptr<7>, %n: i32) {
  %0 = nvvm.mbarrier.arrive %s {relaxed = true} : !llvm.ptr<3> -> i64
  %1 = nvvm.mbarrier.arrive %s {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3> -> i64
  %2 = nvvm.mbarrier.arrive_drop %s : !llvm.ptr<3> -> i64
  nvvm.mbarrier.arrive %s : !llvm.ptr<3>
  %4 = nvvm.mbarrier.arrive_drop %s {relaxed = true} : !llvm.ptr<3> -> i64
  nvvm.mbarrier.arrive %c : !llvm.ptr<7>
  nvvm.mbarrier.arrive_drop %c : !llvm.ptr<7>
  nvvm.prefetch level = L2, %p : !llvm.ptr
  nvvm.prefetch tensormap, %p : !llvm.ptr
  nvvm.prefetch tensormap in_param_space, %p : !llvm.ptr
  nvvm.prefetch level = L1 uniform, %p : !llvm.ptr
  llvm.return
}
llvm.func @tensor(%d: !llvm.ptr<6>, %a: !llvm.ptr<6>, %b: i64, %i: i32, %e: i1) {
  nvvm.tcgen05.mma %d, %a, %b, %i, %e {kind = #nvvm.tcgen05_mma_kind<tf32>, ctaGroup = #nvvm.cta_group<cta_2>, collectorOp = #nvvm.tcgen05_mma_collectorop<fill>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1)
  llvm.return
}
