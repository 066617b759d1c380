; RUN: tern import %s | tern export
; RUN: opt -S %s
; Markers of lifetimes with a size, in text that LLVM did not print: a declaration is upgraded with its calls, before the next.
declare void @llvm.lifetime.start.p0(i64 immarg, ptr)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr)
declare void @llvm.va_start(ptr)

define void @f(ptr %other, ...) {
  %a = alloca i64, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr %a)
  call void @llvm.va_start(ptr %a)
  call void @llvm.lifetime.end.p0(i64 8, ptr %a)
  call void @llvm.lifetime.end.p0(i64 8, ptr %other)
  ret void
}
