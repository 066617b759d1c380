// RUN: tern export %s
// Attributes of the dialect on functions.
llvm.func @kernel(%p: !llvm.ptr<1>) attributes {rocdl.kernel, rocdl.max_flat_work_group_size = 64 : index, rocdl.waves_per_eu = 2 : i32} {
  %0 = rocdl.workitem.id.x range <i32, 0, 64> : i32
  %1 = rocdl.workgroup.dim.x : i64
  %2 = llvm.getelementptr %p[%0] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %0, %2 : i32, !llvm.ptr<1>
  rocdl.s.barrier
  rocdl.sched.barrier 8
  llvm.return
}

// Attributes of the dialect on instructions.
llvm.func @metadata(%p: !llvm.ptr<1>, %x: f32) {
  %0 = llvm.atomicrmw fadd %p, %x monotonic {rocdl.no_fine_grained_memory} : !llvm.ptr<1>, f32
  llvm.return
}

llvm.func @matrix(%a: vector<4xf16>, %c: vector<32xf32>) -> vector<32xf32> {
  %n = llvm.mlir.constant(1 : i32) : i32
  %0 = rocdl.mfma.f32.32x32x4f16 %a, %a, %c, %n, %n, %n : (vector<4xf16>, vector<4xf16>, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
  llvm.return %0 : vector<32xf32>
}
