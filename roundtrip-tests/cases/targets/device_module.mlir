// RUN: tern opt %s
// RUN: mlir-opt %s
gpu.module @empty {
}
gpu.module @compiled [#nvvm.target<chip = "sm_90">] {
  llvm.func @kernel() attributes {nvvm.kernel} {
    llvm.return
  }
}
