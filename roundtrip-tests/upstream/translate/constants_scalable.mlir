// Scalable vectors, which globals cannot be of: the splat of a vector, of a tensor, and of numbers of another width.
// ARGS: --mlir-to-llvmir
llvm.func @vector(%p: !llvm.ptr) {
  %0 = llvm.mlir.constant(dense<-1> : vector<[4]xi32>) : vector<[4]xi32>
  llvm.store %0, %p : vector<[4]xi32>, !llvm.ptr
  %1 = llvm.mlir.constant(dense<-1> : tensor<2xi8>) : vector<[4]xi32>
  llvm.store %1, %p : vector<[4]xi32>, !llvm.ptr
  %2 = llvm.mlir.constant(dense<true> : vector<2xi1>) : vector<[2]xi16>
  llvm.store %2, %p : vector<[2]xi16>, !llvm.ptr
  %3 = llvm.mlir.constant(dense<-0.0> : vector<[2]xf32>) : vector<[2]xf32>
  llvm.store %3, %p : vector<[2]xf32>, !llvm.ptr
  %4 = llvm.mlir.constant(dense<0.0> : vector<[2]xf32>) : vector<[2]xf32>
  llvm.store %4, %p : vector<[2]xf32>, !llvm.ptr
  %5 = llvm.mlir.constant(dense<-1> : vector<8xi8>) : !llvm.array<2 x vector<[8]xi32>>
  llvm.store %5, %p : !llvm.array<2 x vector<[8]xi32>>, !llvm.ptr
  %6 = llvm.mlir.constant(dense<1> : vector<[4]xi32>) : vector<4xi32>
  llvm.store %6, %p : vector<4xi32>, !llvm.ptr
  llvm.return
}
