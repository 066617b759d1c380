; ARGS: --import-llvm --split-input-file --emit-expensive-warnings
; Scopes for aliasing and groups of accesses: each part as it should be and as it should not.
define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !alias.scope !0
  ret i32 %x
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !noalias !0
  ret i32 %x
}
!0 = !{!1}
!1 = distinct !{!1, !2, !"s"}
!2 = distinct !{!2, !"d"}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !noalias !0
  ret i32 %x
}
!0 = !{!1}
!1 = distinct !{!1, !2, !""}
!2 = distinct !{!2, !""}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !noalias !0
  ret i32 %x
}
!0 = !{!1}
!1 = !{!"s", !2}
!2 = !{!"d"}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !noalias !0
  ret i32 %x
}
!0 = !{!1, !3}
!1 = !{!"s", !2, !"x"}
!2 = !{!"d", !"y"}
!3 = !{!"t", !2, !"x"}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !noalias !0
  ret i32 %x
}
!0 = !{}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !llvm.access.group !0
  ret i32 %x
}
!0 = distinct !{}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !llvm.access.group !0
  ret i32 %x
}
!0 = !{}

; // -----

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 4, !llvm.access.group !0
  ret i32 %x
}
!0 = !{!1, !2}
!1 = distinct !{}
!2 = distinct !{}
