; Offsets of 32 bits, which LLVM's verifier refuses beside others, come back as they are.
; RUN: tern import --no-verify %s
; RUN: tern import --no-verify %s | tern export --no-verify
define void @narrow(ptr %p) {
  store i32 0, ptr %p, align 4, !tbaa !0
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"narrow", !2, i32 0}
!2 = !{!"narrow root"}
