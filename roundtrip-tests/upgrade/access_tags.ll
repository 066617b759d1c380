define void @f(ptr %p) {
  %a = load i32, ptr %p, align 4, !tbaa !3
  %b = load i32, ptr %p, align 4, !tbaa !1
  %c = load i32, ptr %p, align 4, !tbaa !4
  store i32 %a, ptr %p, align 4, !tbaa !1
  store i32 %b, ptr %p, align 4, !tbaa !5
  store i32 %c, ptr %p, align 4, !tbaa !4
  ret void
}
!0 = !{!"root"}
!1 = !{!"char", !0}
!2 = !{!"int", !1, i64 0}
!3 = !{!2, !2, i64 0}
!4 = !{!"constant", !0, i64 1}
!5 = !{!"char", !0, i64 0}
