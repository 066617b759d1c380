// Block arguments
// They become PHI nodes; an edge that is there twice with different arguments gets a block of its own.
llvm.func @f(%c: i1, %a: i32, %b: i32) -> i32 {
  llvm.cond_br %c, ^end(%a : i32), ^end(%b : i32)
^end(%r: i32):
  llvm.return %r : i32
}

llvm.func @g(%n: i32) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  llvm.switch %n : i32, ^end(%zero : i32) [
    1: ^end(%n : i32),
    2: ^loop(%n : i32)
  ]
^loop(%i: i32):
  %next = llvm.add %i, %i overflow<nsw> : i32
  %more = llvm.icmp "slt" %next, %n : i32
  llvm.cond_br %more weights([9, 1]), ^loop(%next : i32), ^end(%next : i32) {loop_annotation = #llvm.loop_annotation<mustProgress = true, vectorize = <disable = true>>}
^end(%r: i32):
  llvm.return %r : i32
}
