// RUN: tern check %s
llvm.func @f(%x: i32) -> i32 {
  llvm.br ^b
^a:
  %y = llvm.add %x, %x : i32
  llvm.br ^b
^b:
  llvm.return %y : i32
}
