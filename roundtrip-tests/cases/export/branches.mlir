// RUN: tern export %s
llvm.func @f(%c: i1, %v: i32) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.cond_br %c weights([1, 2]), ^switch, ^end(%zero : i32)
^switch:
  llvm.switch %v : i32, ^end(%one : i32) [
    1: ^switch,
    2: ^other
  ]
^other:
  llvm.br ^end(%v : i32)
^end(%r: i32):
  llvm.return %r : i32
}
