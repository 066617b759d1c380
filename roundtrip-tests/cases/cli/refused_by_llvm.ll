; What LLVM's verifier refuses, and both languages can say: it comes back, if that is wanted.
; RUN: tern import %s
; RUN: tern import --no-verify %s
; RUN: tern roundtrip --no-verify %s
; RUN: tern roundtrip %s
define void @f(ptr %p) {
  store i32 0, ptr %p, align 4, !range !0
  ret void
}

!0 = !{i32 3, i32 2}
