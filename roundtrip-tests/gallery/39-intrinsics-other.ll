; Other intrinsics
; Hints, annotations, traps.
@s = private constant [2 x i8] c"s\00", section "llvm.metadata"

define void @f(i32 %x, ptr %p, ptr %q) {
  %1 = call i1 @llvm.is.constant.i32(i32 %x)
  %2 = call i32 @llvm.expect.i32(i32 %x, i32 1)
  %3 = call i32 @llvm.expect.with.probability.i32(i32 %x, i32 1, double 9.000000e-01)
  %4 = call i32 @llvm.annotation.i32.p0(i32 %x, ptr @s, ptr @s, i32 7)
  %5 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @s, ptr @s, i32 7, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %p, ptr @s, ptr @s, i32 7, ptr null)
  %6 = call i32 @llvm.ssa.copy.i32(i32 %x)
  call void @llvm.assume(i1 true)
  call void @llvm.va_copy.p0(ptr %p, ptr %q)
  call void @llvm.debugtrap()
  call void @llvm.ubsantrap(i8 3)
  %7 = call i64 @llvm.readcyclecounter()
  call void @llvm.donothing()
  call void @llvm.trap()
  ret void
}
