; ModuleID = 'llvm_14.c'
; RUN: tern import %s | tern export
; What LLVM upgrades in bitcode alone, in the text that LLVM 14 prints.
source_filename = "llvm_14.c"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@llvm.global_ctors = appending global [1 x { i32, void ()* }] [{ i32, void ()* } { i32 65535, void ()* @f }]
@list = global i32 1, section "__DATA, __objc_catlist, regular, no_dead_strip"

define void @f() #0 {
  call void @g(i8* null) #1
  ret void
}

declare void @g(i8* nocapture)

declare void @h() #2

define float @atomic(float* %p, float %x) #3 {
  %1 = atomicrmw fadd float* %p, float %x seq_cst, align 4
  ret float %1
}

define i32 @weights(i1 %c, i32 signext %x, i8* %p) {
  br i1 %c, label %a, label %b, !prof !0

a:
  call void @g(i8* %p), !prof !1
  %s = select i1 %c, i32 1, i32 2, !prof !1
  ret i32 %s

b:
  ret i32 0
}

define i8* @counted(i8* %p) {
  %x = call i8* @objc_retain(i8* %p) [ "clang.arc.attachedcall"() ]
  call void asm sideeffect "mov\09fp, fp\09\09# marker for objc_retainAutoreleaseReturnValue", ""()
  call void (...) @clang.arc.use(i8* %x)
  ret i8* %x
}

declare i8* @objc_retain(i8*)

declare void @clang.arc.use(...)

attributes #0 = { nounwind "no-frame-pointer-elim"="true" "null-pointer-is-valid"="true" "implicit-section-name"="abc" }
attributes #1 = { strictfp }
attributes #2 = { "implicit-section-name"="def" }
attributes #3 = { "amdgpu-unsafe-fp-atomics"="true" }

!clang.arc.retainAutoreleasedReturnValueMarker = !{!2}

!0 = !{!"branch_weights", i32 1, i32 2, i32 3}
!1 = !{!"branch_weights", i32 1, i32 2}
!2 = !{!"mov\09fp, fp\09\09# marker for objc_retainAutoreleaseReturnValue"}
