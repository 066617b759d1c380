// ARGS: 
// ARGS: -mlir-print-op-generic
// ARGS: -convert-ub-to-llvm
// ARGS: -convert-ub-to-llvm=index-bitwidth=32

func.func @a(%c: i1) {
  %0 = ub.poison {x} : i32
  %1 = ub.poison : vector<2x3xf32>
  %2 = ub.poison : memref<?xf32>
  %3 = ub.poison : tensor<4xf32>
  %4 = ub.poison : index
  %5 = ub.poison : complex<f32>
  %6 = ub.poison : !llvm.ptr
  %7 = ub.poison : f8E5M2
  ub.unreachable {y}
}
