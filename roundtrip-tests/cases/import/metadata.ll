; RUN: tern import %s
define void @f(ptr %p) !prof !0 {
  %1 = load i32, ptr %p, align 4, !range !1, !tbaa !2, !custom !5
  call void @llvm.consume(metadata !"text", metadata ptr %p, metadata !5)
  br label %loop

loop:                                             ; preds = %loop, %0
  br label %loop, !llvm.loop !6
}

declare void @llvm.consume(metadata, metadata, metadata)

!llvm.module.flags = !{!8}
!named = !{!5, !5}
!empty = !{}

!0 = !{!"function_entry_count", i64 7}
!1 = !{i32 0, i32 9}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"root"}
!5 = distinct !{!5, null, !"a\00b", ptr @f, float 1.000000e+00}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.unroll.disable"}
!8 = !{i32 1, !"wchar_size", i32 4}
