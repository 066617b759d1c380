// RUN: tern check %s
llvm.func @f(%x: i32) {
  %0 = "llvm.icmp"(%x, %x) : (i32, i32) -> i1
  llvm.return
}
