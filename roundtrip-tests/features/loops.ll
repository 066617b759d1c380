define void @f(i1 %c) {
  br label %a

a:
  br i1 %c, label %a, label %b, !llvm.loop !0

b:
  br i1 %c, label %b, label %end, !llvm.loop !2

end:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
!2 = distinct !{!2, !1, !3}
!3 = !{!"my.own.property", i32 4}
