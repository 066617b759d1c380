; ARGS: --import-llvm --mlir-print-debuginfo --split-input-file --emit-expensive-warnings
; Calls: each kind of callee, argument and attribute.
declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  tail call void @v()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  notail call void @v()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call fastcc void @v()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call cc 99 void @v()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 (i32, ...) @k(i32 1, i32 2)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 (i32, ...) @k(i32 1)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 @k(i32 1)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 @w(i32 1)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i64 @w(i32 1, i32 2)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 @w(i64 1, i32 2)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 (i32, ...) @w(i32 1, i32 2)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void @v(i32 1)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void %p()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 %p(i32 1)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 (i32, ...) %p(i32 1, i64 2)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void inttoptr (i64 5 to ptr)()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void undef()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void null()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void @v() [ "a"() ]
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void @v() [ "a"(i32 1, ptr %p), "b"() ]
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void asm "nop", ""()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void asm sideeffect "nop", "~{memory}"()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 asm "x $0, $1", "=r,r"(i32 1)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 asm inteldialect "x $0, $1", "=r,r"(i32 1)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 asm alignstack "x $0, $1", "=r,r"(i32 1)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void asm sideeffect unwind "nop", ""()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = tail call i32 asm "x $0, $1", "=r,r"(i32 1)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = notail call i32 asm "x $0, $1", "=r,r"(i32 1)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call { i32, i32 } asm "x", "=r,=r"()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void asm "x $0", "*m"(ptr elementtype(i32) %p)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void asm "x $0 $1", "=*m,r"(ptr elementtype(i64) %p, i32 1)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 @llvm.smax.i32(i32 1, i32 2)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void @llvm.assume(i1 true)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void @llvm.donothing()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call ptr @llvm.returnaddress(i32 0)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr %p, i64 4, i1 false)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 4, i1 true)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call float @llvm.fma.f32(float 1.0, float 2.0, float 3.0)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call nnan float @llvm.fma.f32(float 1.0, float 2.0, float 3.0)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call range(i32 0, 7) i32 @llvm.ctpop.i32(i32 5)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 @llvm.ctlz.i32(i32 5, i1 true)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 @llvm.abs.i32(i32 5, i1 false)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i64 @llvm.read_register.i64(metadata !0)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call ptr @llvm.stacksave.p0()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 1, i32 2)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i1 @llvm.is.fpclass.f32(float 1.0, i32 3)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> splat (i1 true), <4 x float> poison)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  call void @llvm.trap()
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> splat (i32 1))
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call float @llvm.experimental.constrained.fptrunc.f32.f64(double 1.0, metadata !"round.tonearest", metadata !"fpexcept.ignore") strictfp
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call ptr @llvm.invariant.start.p0(i64 4, ptr %p)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 @w(i32 1, i32 2) memory(read)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v()
declare i32 @k(i32, ...)
declare i32 @w(i32, i32)
define void @f(ptr %p) {
  %a = alloca i32
  %r = call i32 @w(i32 1, i32 2) memory(argmem: read)
  ret void
}
!0 = !{!"sp"}

; // -----

declare void @v() memory(argmem: write)
define void @f() {
  call void @v() memory(read)
  call void @v()
  call void @v() memory(none)
  ret void
}

; // -----

define i32 @f() {
  %r = musttail call i32 @f()
  ret i32 %r
}

; // -----

declare void @none() memory(none)
declare void @read() memory(read)
declare void @argument(ptr) memory(argmem: write)
declare void @any()
define void @f(ptr %p) {
  call void @none() [ "deopt"(i32 1) ]
  call void @none() [ "kcfi"(i32 1) ]
  call void @none() [ "own"(i32 1) ]
  call void @none() [ "deopt"(i32 1), "own"() ]
  call void @none() memory(read) [ "own"(i32 1) ]
  call void @none() memory(write) [ "deopt"(i32 1) ]
  call void @read() [ "deopt"(i32 1) ]
  call void @read() memory(argmem: readwrite) [ "own"(i32 1) ]
  call void @argument(ptr %p) memory(read)
  call void @argument(ptr %p) memory(write) [ "deopt"(i32 1) ]
  call void @any() memory(inaccessiblemem: write) [ "own"(i32 1) ]
  call void %p() memory(none) [ "own"(i32 1) ]
  ret void
}
