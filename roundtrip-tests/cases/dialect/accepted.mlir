// RUN: tern check %s
module {
  llvm.func @f()
}
