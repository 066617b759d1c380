// RUN: tern export %s
llvm.func @g(%p: !llvm.ptr<1>) -> i32 {
  %0 = llvm.load %p {xevm.DecorationCacheControl = [[6442 : i32, 0 : i32, 1 : i32, 0 : i32], [6442 : i32, 1 : i32, 1 : i32, 0 : i32]]} : !llvm.ptr<1> -> i32
  llvm.return %0 : i32
}
