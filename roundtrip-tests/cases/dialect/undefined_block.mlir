// RUN: tern check %s
llvm.func @f() {
  llvm.br ^nowhere
}
