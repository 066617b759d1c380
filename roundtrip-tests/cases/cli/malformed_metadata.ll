; RUN: tern translate --import-llvm --split-input-file --emit-expensive-warnings %s -o /dev/null
; What LLVM's verifier refuses before MLIR's importer sees it: scopes, groups, numbers of bytes, constants of types for aliasing.
define void @f(ptr %p) {
  %a = load i32, ptr %p, !alias.scope !0
  ret void
}
!0 = !{!1}
!1 = !{!1}
; // -----
define void @f(ptr %p) {
  %a = load i32, ptr %p, !alias.scope !0
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2, !3}
!2 = distinct !{!2}
!3 = !{}
; // -----
define void @f(ptr %p) {
  %a = load i32, ptr %p, !alias.scope !0
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2, i32 3}
; // -----
define void @f(ptr %p) {
  %a = load i32, ptr %p, !alias.scope !0
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{}
; // -----
define void @f(ptr %p) {
  %a = load i32, ptr %p, !noalias !0
  ret void
}
!0 = !{!1}
!1 = !{!"name"}
; // -----
define void @f(ptr %p) {
  %a = load i32, ptr %p, !noalias !0
  ret void
}
!0 = !{!"name"}
; // -----
define void @f(ptr %p) {
  %a = load i32, ptr %p, !alias.scope !0
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2, !"first", !"second"}
!2 = distinct !{!2, !"name", !"more"}
; // -----
define void @f(ptr %p) {
  %a = load i32, ptr %p, !llvm.access.group !0
  %b = load i32, ptr %p, !llvm.access.group !2
  ret void
}
!0 = !{!1, !"a"}
!1 = distinct !{}
!2 = !{!3}
!3 = distinct !{!3}
; // -----
define void @f(ptr %p) {
  %a = load ptr, ptr %p, !dereferenceable !0
  %b = load ptr, ptr %p, !dereferenceable !1
  %c = load ptr, ptr %p, !dereferenceable !2
  %d = load ptr, ptr %p, !dereferenceable_or_null !3
  %e = load ptr, ptr %p, !dereferenceable_or_null !4
  %f = load ptr, ptr %p, !dereferenceable_or_null !5
  ret void
}
!0 = !{}
!1 = !{i64 1, i64 2}
!2 = !{!"a"}
!3 = !{i64 -7}
!4 = !{i64 0}
!5 = !{i64 8}
; // -----
define void @f(ptr %p) {
  store i8 0, ptr %p, !tbaa !0
  ret void
}
!0 = !{!1, !1, i64 0, !"a"}
!1 = !{!"char", !2, i64 0}
!2 = !{!"root"}
; // -----
define void @f(ptr %p) {
  store i8 0, ptr %p, !tbaa !0
  ret void
}
!0 = !{!1, !1, i64 0, i32 2}
!1 = !{!"char", !2, i64 0, i32 7, i64 3}
!2 = !{!"root"}
; // -----
define void @f(ptr %p) {
  store i8 0, ptr %p, !tbaa !0
  ret void
}
!0 = !{!1, !1, i64 0, i32 3}
!1 = !{!"char", !2, i64 0, null, i64 3}
!2 = !{!"root"}
