// RUN: tern opt --emit-bytecode %s | tern opt --verify-roundtrip
// RUN: tern opt -emit-bytecode -emit-bytecode-version=1 %s | mlir-opt
// RUN: mlir-opt --emit-bytecode %s | tern opt -mlir-print-debuginfo
// RUN: tern opt --emit-bytecode --emit-bytecode-version=7 %s
// RUN: tern opt --emit-bytecode --elide-resource-data-from-bytecode %s | tern opt
module attributes {t.blob = dense_resource<blob> : tensor<1xi8>} {
  llvm.func @f(%x: i32) -> i32 {
    %sum = llvm.add %x, %x : i32 loc("sum")
    llvm.return %sum : i32 loc("f.c":1:2)
  } loc("f")
} loc(unknown)
{-# dialect_resources: { builtin: { blob: "0x0100000007" } } #-}
