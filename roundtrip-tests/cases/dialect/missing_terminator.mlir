// RUN: tern check %s
llvm.func @f(%x: i32) {
  %0 = llvm.add %x, %x : i32
}
