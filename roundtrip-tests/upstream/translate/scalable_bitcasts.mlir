// ARGS: --mlir-to-llvmir
// Vectors whose length is not known are cast as an expression, unless each element is cast by itself.
llvm.func @f() -> vector<[2]xi64> {
  %0 = llvm.mlir.constant(dense<1> : vector<[4]xi32>) : vector<[4]xi32>
  %1 = llvm.bitcast %0 : vector<[4]xi32> to vector<[2]xi64>
  llvm.return %1 : vector<[2]xi64>
}
llvm.func @g() -> vector<[4]xi32> {
  %0 = llvm.mlir.constant(dense<1> : vector<[2]xi64>) : vector<[2]xi64>
  %1 = llvm.bitcast %0 : vector<[2]xi64> to vector<[4]xi32>
  llvm.return %1 : vector<[4]xi32>
}
llvm.func @h() -> vector<[4]xf32> {
  %0 = llvm.mlir.constant(dense<1> : vector<[4]xi32>) : vector<[4]xi32>
  %1 = llvm.bitcast %0 : vector<[4]xi32> to vector<[4]xf32>
  llvm.return %1 : vector<[4]xf32>
}
