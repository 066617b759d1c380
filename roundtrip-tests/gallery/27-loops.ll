; Loop metadata
; An annotation, by MLIR's names; properties that it has none for are in the table.
define void @f(i32 %n) {
  br label %one

one:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %one, label %two, !llvm.loop !0

two:
  br i1 %c, label %two, label %end, !llvm.loop !5

end:
  ret void
}

!0 = distinct !{!0, !1, !2, !3, !4}
!1 = !{!"llvm.loop.mustprogress"}
!2 = !{!"llvm.loop.vectorize.width", i32 4}
!3 = !{!"llvm.loop.unroll.disable"}
!4 = !{!"llvm.loop.unroll.count", i32 2}
!5 = distinct !{!5, !6}
!6 = !{!"my.own.property", i32 1}
