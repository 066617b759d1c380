// Integers of another width than the type: extended by their sign, but for single bits and unsigned ones. Floating point numbers of
// formats that LLVM does not know: their bits.
// RUN: tern export %s
llvm.mlir.global external @signed(-1 : i8) : i32
llvm.mlir.global external @bit(true) : i32
llvm.mlir.global external @unsigned(255 : ui8) : i65
llvm.mlir.global external @index(-3 : index) : i128
llvm.mlir.global external @truncated(300 : i64) : i8
llvm.mlir.global external @list([-1 : i8, 2 : i16]) : !llvm.array<2 x i32>
llvm.mlir.global external @dense(dense<[-1, 2]> : tensor<2xi8>) : !llvm.array<2 x i32>
llvm.mlir.global external @packed(dense<[true, false]> : tensor<2xi1>) : !llvm.array<2 x i8>
llvm.mlir.global external @sparse(sparse<[[1]], [-1]> : tensor<3xi8>) : !llvm.array<3 x i16>
llvm.mlir.global external @format(1.0 : f8E5M2) : i8
llvm.mlir.global external @wide_format(1.0 : f128) : i128
llvm.mlir.global external @structs([[-1 : i8, 1.5 : f32]]) : !llvm.array<1 x struct<(i16, f32)>>
llvm.func @operand() -> i32 {
  %0 = llvm.mlir.constant(-1 : i8) : i32
  llvm.return %0 : i32
}
