// RUN: tern opt -llvm-optimize-for-nvvm-target %s
// RUN: mlir-opt -llvm-optimize-for-nvvm-target %s
// Divisions of halves, and what is left alone.
llvm.func @fdiv_fp16(%arg0 : f16, %arg1 : f16, %v : vector<2xf16>) -> f16 {
  %x = llvm.mlir.constant(7 : i32) : i32
  %r = llvm.fdiv %v, %v : vector<2xf16>
  %result = llvm.fdiv %arg0, %arg1 : f16
  %result2 = llvm.fdiv %arg0, %result : f16
  llvm.br ^b
^b:
  %result3 = llvm.fdiv %arg0, %result2 {fastmathFlags = #llvm.fastmath<fast>} : f16
  llvm.return %result3 : f16
}
