; Printing: variable arguments, calls of every manner, and an indirect one.
@format = private unnamed_addr constant [7 x i8] c"%d %s\0A\00", align 1
@hook = weak hidden thread_local(initialexec) global ptr null, align 8

declare i32 @printf(ptr noundef, ...)

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #0

define i32 @report(i32 %code, ptr %text, ...) {
entry:
  %list = alloca [1 x { i32, i32, ptr, ptr }], align 16
  call void @llvm.va_start.p0(ptr %list)
  %extra = va_arg ptr %list, i32
  call void @llvm.va_end.p0(ptr %list)
  %printed = call i32 (ptr, ...) @printf(ptr @format, i32 %code, ptr %text)
  %sum = add i32 %printed, %extra
  ret i32 %sum
}

define fastcc void @run(i32 %code) {
entry:
  %hook = load ptr, ptr @hook, align 8
  %unset = icmp eq ptr %hook, null
  br i1 %unset, label %end, label %call

call:                                             ; preds = %entry
  tail call void %hook(i32 signext %code) #1
  br label %end

end:                                              ; preds = %call, %entry
  ret void
}

define i64 @ticks() {
  %low = call i64 asm sideeffect "rdtsc; shl $$32, %rdx; or %rdx, %rax", "={rax},~{rdx},~{dirflag},~{fpsr},~{flags}"()
  ret i64 %low
}

attributes #0 = { nocallback nofree nosync nounwind willreturn }
attributes #1 = { nounwind }
