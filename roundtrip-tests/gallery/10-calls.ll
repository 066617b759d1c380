; Calls
; Direct and indirect ones, variable arguments, calling conventions, tail calls, attributes of arguments.
declare i32 @printf(ptr, ...)

declare fastcc i32 @fast(i32)

declare cc 11 void @numbered()

declare i32 @one(i32)

define i32 @f(ptr %callee, i32 %x) {
  %1 = call i32 (ptr, ...) @printf(ptr noundef nonnull %callee, i32 %x, double 1.000000e+00)
  %2 = call fastcc i32 @fast(i32 %x)
  %3 = call i32 %callee(i32 signext %x) #0
  %4 = call i64 @one(i32 %x)
  %5 = call nnan float %callee(float 0.000000e+00)
  call cc 11 void @numbered()
  %6 = tail call i32 @one(i32 %x)
  %7 = notail call i32 @one(i32 %x)
  %8 = musttail call i32 %callee(ptr %callee, i32 %x)
  ret i32 %8
}

define i32 @sum(i32 %n, ...) {
  %list = alloca ptr, align 8
  call void @llvm.va_start.p0(ptr %list)
  %1 = va_arg ptr %list, i32
  call void @llvm.va_end.p0(ptr %list)
  ret i32 %1
}

attributes #0 = { nounwind }
