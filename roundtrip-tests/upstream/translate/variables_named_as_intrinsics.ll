; ARGS: --import-llvm
; Variables may be called as intrinsics are; only functions stand for operations.
@llvm.ctpop.i32 = global i32 0
@llvm.dbg.x = global i32 1
define i32 @f() {
  %v = load i32, ptr @llvm.dbg.x
  ret i32 %v
}
