; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
target datalayout = "e-ni:10-i64:64-Fn32-n8:16-m:e-A5-G1-P2-S128-a:64"
%0 = type { i32 }
%1 = type { i64 }
%2 = type { ptr, %1 }
@a = global %0 zeroinitializer
@b = global %1 zeroinitializer
@c = external global %2
!llvm.module.flags = !{!0, !1, !2, !7, !8, !9, !10, !11,!12,!13,!14,!15}
!0 = !{i32 1, !"foo", !3}
!1 = !{i32 1, !"bar", i64 -1}
!3 = !{i32 1}
!6 = !{!"TotalCount", i64 3}
!2 = !{i32 1, !"ProfileSummary", !4}
!4 = !{!5, !6, !6, !6, !6, !6, !6, !6}
!5 = !{!"ProfileFormat", !"InstrProf"}
!7 = !{i32 1, !"b1", float 1.0}
!8 = !{i32 1, !"ProfileSummary1", !{}}
!9 = !{i32 1, !"b2", !"z"}
!10 = !{i32 1, !"b3", ptr @a}
!11 = !{i32 7, !"b4", i32 4}
!12 = !{i32 8, !"b5", i32 4}
!13 = !{i32 2, !"b6", !"x"}
!14 = !{i32 4, !"b7", i32 0}
!15 = !{i32 6, !"CG Profile", !16}
!16 = distinct !{!17}
!17 = !{null, null, i64 3}
