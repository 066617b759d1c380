// RUN: tern export %s
llvm.func @f(%c: i1, %v: i32) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.cond_br %c weights([1, 2]), ^switch, ^end(%zero : i32)
^switch:
  llvm.switch %v : i32, ^end(%one : i32) [
    1: ^end(%zero : i32),
    2: ^switch
  ]
^end(%r: i32):
  llvm.return %r : i32
}

// One terminator, one block, two values: one edge gets a block of its own.
llvm.func @twice(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^end(%a : i32), ^end(%b : i32)
^end(%r: i32):
  llvm.return %r : i32
}
