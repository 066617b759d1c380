// Attributes that are no constants of the type.
// RUN: tern export %s
llvm.mlir.global external @float(3.5 : f32) : f64
llvm.mlir.global external @same_width(1.0 : f16) : bf16
llvm.mlir.global external @double_double(3.5 : f128) : !llvm.ppc_fp128
llvm.mlir.global external @integer([1 : i32]) : !llvm.array<1 x ptr>
llvm.mlir.global external @too_many(dense<[1, 2, 3]> : tensor<3xi32>) : !llvm.array<2 x i32>
llvm.mlir.global external @too_few([1 : i32]) : !llvm.struct<(i32, i32)>
llvm.mlir.global external @flat(dense<[1, 2, 3, 4]> : tensor<4xi32>) : !llvm.array<2 x array<2 x i32>>
llvm.mlir.global external @vector(dense<[1, 2]> : tensor<2xi32>) : vector<2xi32>
llvm.mlir.global external @splat(dense<1> : tensor<2xi32>) : i32
llvm.mlir.global external @string(["abc"]) : !llvm.array<1 x array<2 x i8>>
llvm.mlir.global external @poison(#llvm.poison) : i32
llvm.mlir.global external @symbol(@float) : !llvm.ptr
llvm.mlir.global external @scalable(dense<1> : vector<[4]xi32>) : vector<[4]xi32>
llvm.func @operand() -> !llvm.ppc_fp128 {
  %0 = llvm.mlir.constant(3.5 : f128) : !llvm.ppc_fp128
  llvm.return %0 : !llvm.ppc_fp128
}
llvm.func @operand_bits() -> !llvm.array<2 x bf16> {
  %0 = llvm.mlir.constant(dense<[1.0, 2.0]> : tensor<2xf16>) : !llvm.array<2 x bf16>
  llvm.return %0 : !llvm.array<2 x bf16>
}
