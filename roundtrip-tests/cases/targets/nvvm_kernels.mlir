// The kernels of examples/nvvm for NVIDIA's libnvvm, before Blackwell and from it on.
// RUN: tern opt --convert-scf-to-cf --finalize-memref-to-llvm --convert-arith-to-llvm --convert-index-to-llvm --convert-cf-to-llvm --convert-func-to-llvm=use-bare-ptr-memref-call-conv --reconcile-unrealized-casts ../../../examples/nvvm/kernels.mlir | tern export --for nvvm
// RUN: tern opt --convert-scf-to-cf --finalize-memref-to-llvm --convert-arith-to-llvm --convert-index-to-llvm --convert-cf-to-llvm --convert-func-to-llvm=use-bare-ptr-memref-call-conv --reconcile-unrealized-casts ../../../examples/nvvm/kernels.mlir | tern export --for nvvm-blackwell
module {}
