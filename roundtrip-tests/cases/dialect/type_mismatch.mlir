// RUN: tern check %s
llvm.func @f(%x: i32) {
  %y = llvm.add %x, %x : i64
  llvm.return
}
