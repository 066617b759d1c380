// RUN: tern check %s
llvm.func @f() {
  llvm.frobnicate
  llvm.return
}
