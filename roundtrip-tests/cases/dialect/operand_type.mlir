// RUN: tern check %s
llvm.func @f(%x: f32) {
  %0 = "llvm.add"(%x, %x) : (f32, f32) -> f32
  llvm.return
}
