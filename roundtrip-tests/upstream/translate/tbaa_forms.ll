; ARGS: --import-llvm --split-input-file --emit-expensive-warnings
; Tags for aliasing: each part of a tag and of its types, as it should be and as it should not.
define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !0
  ret i32 %x
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !0
  ret i32 %x
}
!0 = !{!1, !1, i32 0}
!1 = !{!"int", !2, i32 0}
!2 = !{!"root"}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !0
  ret i32 %x
}
!0 = !{!1, !1, i64 0, i64 1}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !0
  ret i32 %x
}
!0 = !{!1, !1, i64 0, i1 true}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !0
  ret i32 %x
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = distinct !{!2}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !0
  ret i32 %x
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !0
  ret i32 %x
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !0
  ret i32 %x
}
!0 = !{!1, !3, i64 4}
!1 = !{!"s", !3, i64 0, !3, i64 4}
!2 = !{!"root"}
!3 = !{!"int", !2, i64 0}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !0
  ret i32 %x
}
!0 = distinct !{!1, !3, i64 4}
!1 = distinct !{!"s", !3, i64 0, !3, i64 4}
!2 = !{!"root"}
!3 = !{!"int", !2, i64 0}
