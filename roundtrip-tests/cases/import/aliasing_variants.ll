; Tags, scopes and groups for aliasing, each part as it should be and as it should not: which have attributes.
; RUN: tern import %s
; RUN: tern import %s | tern export
define i32 @f0(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !0
  ret i32 %x
}

define i32 @f1(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !3
  ret i32 %x
}

define i32 @f2(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !6
  ret i32 %x
}

define i32 @f3(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !9
  ret i32 %x
}

define i32 @f4(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !12
  ret i32 %x
}

define i32 @f5(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !15
  ret i32 %x
}

define i32 @f6(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !18
  ret i32 %x
}

define i32 @f7(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !21
  ret i32 %x
}

define i32 @f8(ptr %p) {
  %x = load i32, ptr %p, align 4, !tbaa !25
  ret i32 %x
}

define i32 @f9(ptr %p) {
  %x = load i32, ptr %p, align 4, !alias.scope !29
  ret i32 %x
}

define i32 @f10(ptr %p) {
  %x = load i32, ptr %p, align 4, !noalias !32
  ret i32 %x
}

define i32 @f11(ptr %p) {
  %x = load i32, ptr %p, align 4, !noalias !35
  ret i32 %x
}

define i32 @f12(ptr %p) {
  %x = load i32, ptr %p, align 4, !noalias !38
  ret i32 %x
}

define i32 @f13(ptr %p) {
  %x = load i32, ptr %p, align 4, !noalias !41
  ret i32 %x
}

define i32 @f14(ptr %p) {
  %x = load i32, ptr %p, align 4, !noalias !45
  ret i32 %x
}

define i32 @f15(ptr %p) {
  %x = load i32, ptr %p, align 4, !llvm.access.group !46
  ret i32 %x
}

define i32 @f16(ptr %p) {
  %x = load i32, ptr %p, align 4, !llvm.access.group !47
  ret i32 %x
}

define i32 @f17(ptr %p) {
  %x = load i32, ptr %p, align 4, !llvm.access.group !48
  ret i32 %x
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}
!3 = !{!4, !4, i32 0}
!4 = !{!"int", !5, i32 0}
!5 = !{!"root"}
!6 = !{!7, !7, i64 0, i64 1}
!7 = !{!"int", !8, i64 0}
!8 = !{!"root"}
!9 = !{!10, !10, i64 0, i1 true}
!10 = !{!"int", !11, i64 0}
!11 = !{!"root"}
!12 = !{!13, !13, i64 0}
!13 = !{!"int", !14, i64 0}
!14 = distinct !{!14}
!15 = !{!16, !16, i64 0}
!16 = !{!"int", !17, i64 0}
!17 = !{}
!18 = !{!19, !19, i64 0}
!19 = !{!"int", !20}
!20 = !{!"root"}
!21 = !{!22, !24, i64 4}
!22 = !{!"s", !24, i64 0, !24, i64 4}
!23 = !{!"root"}
!24 = !{!"int", !23, i64 0}
!25 = distinct !{!26, !28, i64 4}
!26 = distinct !{!"s", !28, i64 0, !28, i64 4}
!27 = !{!"root"}
!28 = !{!"int", !27, i64 0}
!29 = !{!30}
!30 = distinct !{!30, !31}
!31 = distinct !{!31}
!32 = !{!33}
!33 = distinct !{!33, !34, !"s"}
!34 = distinct !{!34, !"d"}
!35 = !{!36}
!36 = distinct !{!36, !37, !""}
!37 = distinct !{!37, !""}
!38 = !{!39}
!39 = !{!"s", !40}
!40 = !{!"d"}
!41 = !{!42, !44}
!42 = !{!"s", !43, !"x"}
!43 = !{!"d", !"y"}
!44 = !{!"t", !43, !"x"}
!45 = !{}
!46 = distinct !{}
!47 = !{}
!48 = !{!49, !50}
!49 = distinct !{}
!50 = distinct !{}
