; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
declare i32 @v(ptr, ...)
declare void @n() #0
declare fastcc void @fc(i32)
declare ptr @w(i32, ptr) #1
declare void @st(ptr)
define i32 @f(ptr %fp, i32 %x, ptr %q) {
  %1 = call i32 (ptr, ...) @v(ptr %q, i32 %x, double 1.0)
  %2 = tail call fast float %fp(i32 %x)
  call void @n() nounwind
  call fastcc void @fc(i32 inreg zeroext %x)
  call ghccc void %fp(i32 %x)
  %3 = call noundef nonnull align 8 dereferenceable(16) ptr @w(i32 signext %x, ptr noalias nocapture readonly %q) #2
  call void @n() [ "deopt"(i32 %x, ptr %q), "foo"() ]
  call void @st(ptr byval(i64) align 8 %q)
  call void @st(ptr sret(i64) %q)
  call void @st(ptr captures(address, read_provenance) dead_on_return writeonly %q)
  %4 = notail call i32 @v(ptr null)
  %5 = call range(i32 0, 10) i32 @v(ptr null)
  %6 = call nofpclass(nan inf) float %fp(float nofpclass(zero) 1.0)
  call void inttoptr (i64 42 to ptr)(i32 7)
  %7 = call i32 asm sideeffect alignstack inteldialect "foo $0", "=r,r,~{memory}"(i32 %x)
  %8 = call { i32, i32 } asm unwind "", "=r,=r"()
  tail call void asm "nop", ""() nounwind
  ret i32 %1
}
define void @mt(i32 %x) {
  musttail call void @mt(i32 %x)
  ret void
}
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
declare void @llvm.va_copy(ptr, ptr)
define void @va(...) {
  %l = alloca ptr
  call void @llvm.va_start(ptr %l)
  %x = va_arg ptr %l, i32
  call void @llvm.va_copy(ptr %l, ptr %l)
  call void @llvm.va_end(ptr %l)
  ret void
}
attributes #0 = { convergent noinline memory(read) }
attributes #1 = { allocsize(0) allockind("alloc,zeroed") willreturn nounwind memory(argmem: readwrite, inaccessiblemem: read) "alloc-family"="x" }
attributes #2 = { convergent alwaysinline inlinehint noreturn returns_twice hot cold noduplicate nobuiltin optsize minsize willreturn nounwind memory(argmem: read) "foo"="bar" "save-reg-params" "no_caller_saved_registers" nocallback "zero-call-used-regs"="all" "trap-func-name"="t" "no-builtins" "no-builtin-x" allocsize(0) nomerge strictfp mustprogress }
