// A module without operations has a block nevertheless.
// RUN: mlir-opt --emit-bytecode %s | tern opt
// RUN: tern opt --emit-bytecode %s | mlir-opt --mlir-print-op-generic
// RUN: mlir-opt --emit-bytecode %s | tern check -
module attributes {llvm.module_asm = ["nop"]} {
}
