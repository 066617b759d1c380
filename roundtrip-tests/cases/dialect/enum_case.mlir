// RUN: tern check %s
llvm.func @f(%x: i32) {
  %0 = llvm.icmp "bigger" %x, %x : i32
  llvm.return
}
