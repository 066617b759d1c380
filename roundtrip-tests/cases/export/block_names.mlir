// In MLIR names of blocks and of values are distinct; in LLVM IR they share one table.
// RUN: tern export %s | opt -S
llvm.func @f(%a: i1, %b: i32, %b1: i32) -> i32 {
  llvm.cond_br %a, ^a, ^b(%b : i32)
^a:
  %a2 = llvm.add %b, %b1 : i32
  llvm.br ^b(%a2 : i32)
^b(%c: i32):
  llvm.br ^c
^c:
  llvm.return %c : i32
}
