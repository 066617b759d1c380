; What is attached is no tag where it is a type, and has another shape where it says sizes; types that tags refer to stay attributes.
; RUN: tern import %s
; RUN: tern import %s | mlir-opt | tern export
define void @f(ptr %q) {
  %a = load i32, ptr %q, !tbaa !3
  %b = load i32, ptr %q, !tbaa !1
  %c = load i32, ptr %q, !tbaa !6
  %d = load i32, ptr %q, !tbaa !7
  ret void
}
!0 = !{!"root"}
!1 = !{!"char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!2, !2, i64 0}
!4 = !{!0, i64 1, !"byte"}
!5 = !{!4, i64 4, !"word"}
!6 = !{!5, !5, i64 0, i64 4}
!7 = !{!2, !2, i64 0, i1 true}
