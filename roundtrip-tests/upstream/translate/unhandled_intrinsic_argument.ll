; ARGS: --import-llvm
declare i64 @llvm.smax.i64(i64, i64)
declare void @g(ptr)
define void @f() {
  %a = call i64 @llvm.smax.i64(i64 1, i64 ptrtoint (ptr ptrauth (ptr @g, i32 0) to i64))
  ret void
}
