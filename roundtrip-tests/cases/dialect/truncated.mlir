// RUN: tern check %s
llvm.func @f(%x: i32) {
  %y = llvm.add %x,