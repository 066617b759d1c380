; What a file is and which LLVM it needs.
; RUN: tern info %s
; RUN: tern info --json %s
; RUN: tern import %s | tern info -
source_filename = "f.c"
target triple = "x86_64-unknown-linux-gnu"

@x = global i32 0

define i32 @f(ptr %p, i32 %x) {
entry:
  %y = freeze i32 %x
  %z = call i32 @llvm.smax.i32(i32 %y, i32 %x)
  %s = trunc nuw i32 %z to i8
  %o = atomicrmw uinc_wrap ptr %p, i32 %z seq_cst, align 4
  ret i32 %o
}

declare i32 @llvm.smax.i32(i32, i32)

!llvm.ident = !{!0}
!0 = !{!"clang version 22.1.0"}
