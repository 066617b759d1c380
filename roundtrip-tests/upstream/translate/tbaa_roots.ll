; ARGS: --import-llvm --split-input-file --emit-expensive-warnings
; Roots of one operand that is no name, or is the root.
define void @f(ptr %p) {
  store i8 0, ptr %p, !tbaa !0
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"char", !2, i64 0}
!2 = !{i32 7}
; // -----
define void @f(ptr %p) {
  store i8 0, ptr %p, !tbaa !0
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"char", !2}
!2 = !{!2}
