// RUN: tern check %s
llvm.func @f()
llvm.func @f()
