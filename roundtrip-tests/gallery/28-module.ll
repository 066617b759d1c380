; The module
; Name, layout, triple, assembly, flags, constructors and named metadata.
source_filename = "module.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl mine"
module asm "mine:"

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @setup, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @setup, ptr null }]
@llvm.used = appending global [1 x ptr] [ptr @setup], section "llvm.metadata"

define internal void @setup() {
  ret void
}

!llvm.module.flags = !{!0, !1, !2}
!llvm.ident = !{!3}
!llvm.commandline = !{!4}
!llvm.linker.options = !{!5}
!llvm.dependent-libraries = !{!6}
!mine = !{!7, !0}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 6, !"mine", !7}
!3 = !{!"clang"}
!4 = !{!"cc -c module.c"}
!5 = !{!"-lm"}
!6 = !{!"c"}
!7 = !{!"text", i32 1}
