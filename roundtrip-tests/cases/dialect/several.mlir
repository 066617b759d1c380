// RUN: tern check %s
llvm.func @f(%x: f32) {
  %0 = "llvm.add"(%x, %x) : (f32, f32) -> f32
  %1 = "llvm.icmp"(%x, %x) : (f32, f32) -> i1
  llvm.return
}
