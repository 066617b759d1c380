// RUN: tern check %s
llvm.func @f(%x: i32) {
  llvm.br ^b
^b(%y: i32):
  llvm.return
}
