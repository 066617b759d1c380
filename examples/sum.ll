; The sum of an array of numbers: a loop with two PHI nodes.
source_filename = "sum.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nounwind
define dso_local i32 @sum(ptr noundef readonly captures(none) %numbers, i32 noundef %count) local_unnamed_addr #0 {
entry:
  %any = icmp sgt i32 %count, 0
  br i1 %any, label %loop, label %done

loop:                                             ; preds = %loop, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %total = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %index = zext nneg i32 %i to i64
  %place = getelementptr inbounds nuw i32, ptr %numbers, i64 %index
  %number = load i32, ptr %place, align 4, !tbaa !1
  %sum = add nsw i32 %total, %number
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %count
  br i1 %more, label %loop, label %done, !llvm.loop !5

done:                                             ; preds = %loop, %entry
  %result = phi i32 [ 0, %entry ], [ %sum, %loop ]
  ret i32 %result
}

attributes #0 = { nounwind "target-cpu"="x86-64" }

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C/C++ TBAA"}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
