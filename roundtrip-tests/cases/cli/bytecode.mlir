// RUN: mlir-opt --emit-bytecode %s | tern export
// RUN: tern import %s
llvm.func @f()
