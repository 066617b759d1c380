// RUN: tern export %s
llvm.mlir.global internal constant @weights(dense_resource<weights> : tensor<2x2xf32>) : !llvm.array<2 x array<2 x f32>>
llvm.func @f() -> vector<4xi16> {
  %0 = llvm.mlir.constant(dense_resource<numbers> : vector<4xi16>) : vector<4xi16>
  llvm.return %0 : vector<4xi16>
}

{-#
  dialect_resources: {
    builtin: {
      numbers: "0x020000000100020003000400",
      weights: "0x040000000000803F000000400000404000008040"
    }
  }
#-}
