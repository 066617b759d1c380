; RUN: tern import %s
define void @f(ptr %p) !prof !2 {
  %1 = load i32, ptr %p, align 4, !tbaa !3, !range !6, !custom !1
  call void @llvm.consume(metadata !"text", metadata ptr %p, metadata !1)
  br label %loop

loop:                                             ; preds = %loop, %0
  br label %loop, !llvm.loop !7
}

; Unknown intrinsic
declare void @llvm.consume(metadata, metadata, metadata)

!llvm.module.flags = !{!0}
!named = !{!1, !1}
!empty = !{}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = distinct !{!1, null, !"a\00b", ptr @f, float 1.000000e+00}
!2 = !{!"function_entry_count", i64 7}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !5, i64 0}
!5 = !{!"root"}
!6 = !{i32 0, i32 9}
!7 = distinct !{!7, !8}
!8 = !{!"llvm.loop.unroll.disable"}
