// RUN: tern check %s
llvm.func @f(%x: i32) {
  %0 = "llvm.add"(%x) : (i32) -> i32
  llvm.return
}
