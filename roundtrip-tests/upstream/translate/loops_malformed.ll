; ARGS: --import-llvm --split-input-file
; Loops whose properties come twice, or follow each other in a circle.
define void @f() {
  br label %a
a:
  br label %a, !llvm.loop !0
}
!0 = distinct !{!0, !1, !1}
!1 = !{!"llvm.loop.unroll.disable"}
; // -----
define void @f() {
  br label %a
a:
  br label %a, !llvm.loop !0
}
!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.interleave.count", i32 2}
!2 = !{!"llvm.loop.interleave.count", i32 4}
; // -----
define void @f() {
  br label %a
a:
  br label %a, !llvm.loop !0
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable", i32 7}
; // -----
define void @f() {
  br label %a
a:
  br label %a, !llvm.loop !0
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.followup_unrolled", !2, !3}
!2 = distinct !{!2}
!3 = distinct !{!3}
