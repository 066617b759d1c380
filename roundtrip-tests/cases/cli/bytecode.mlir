// RUN: mlir-opt --emit-bytecode %s | tern export
// RUN: mlir-opt --emit-bytecode %s | tern check -
// RUN: tern export %s | tern import --emit-bytecode | tern export
// RUN: tern export %s | tern import --emit-bytecode | mlir-opt --mlir-use-nameloc-as-prefix
// RUN: mlir-opt --emit-bytecode %s | tern import
// RUN: tern import %s
llvm.func @f(%x: i32) -> i32 {
  llvm.br ^next
^next:
  %sum = llvm.add %x, %x overflow<nsw> : i32
  llvm.return %sum : i32
}
