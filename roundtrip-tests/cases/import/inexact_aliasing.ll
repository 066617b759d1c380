; What says which accesses alias, and nearly: types, scopes and groups are attributes where export makes exactly the node of them.
; RUN: tern import %s
; RUN: tern import %s | tern export
define void @types(ptr %p) {
  store i32 0, ptr %p, align 4, !tbaa !0
  store i32 1, ptr %p, align 4, !tbaa !1
  store i32 2, ptr %p, align 4, !tbaa !2
  store i32 3, ptr %p, align 4, !tbaa !3
  store i32 4, ptr %p, align 4, !tbaa !4
  store i32 5, ptr %p, align 4, !tbaa !5
  store i32 6, ptr %p, align 4, !tbaa !6
  store i32 7, ptr %p, align 4, !tbaa !7
  store i32 8, ptr %p, align 4, !tbaa !8
  store i32 9, ptr %p, align 4, !tbaa !9
  store i32 10, ptr %p, align 4, !tbaa !10
  store float 0.000000e+00, ptr %p, align 4, !tbaa !11
  ret void
}

define void @scopes(ptr %p) {
  store i32 0, ptr %p, align 4, !alias.scope !31, !noalias !32
  store i32 1, ptr %p, align 4, !alias.scope !33, !noalias !34
  store i32 2, ptr %p, align 4, !alias.scope !35, !noalias !36
  store i32 3, ptr %p, align 4, !alias.scope !37, !noalias !38
  store i32 4, ptr %p, align 4, !alias.scope !39, !noalias !40
  call void @llvm.experimental.noalias.scope.decl(metadata !31)
  call void @llvm.experimental.noalias.scope.decl(metadata !33)
  ret void
}

define void @groups(ptr %p) {
  store i32 0, ptr %p, align 4, !llvm.access.group !50
  store i32 1, ptr %p, align 4, !llvm.access.group !52
  store i32 2, ptr %p, align 4, !llvm.access.group !53
  store i32 3, ptr %p, align 4, !llvm.access.group !54
  ret void
}

declare void @llvm.experimental.noalias.scope.decl(metadata)

; A type of its own, constant, not constant, with numbers of other widths; a member of a struct.
!0 = !{!12, !12, i64 0}
!1 = !{!12, !12, i64 0, i64 1}
!2 = !{!12, !12, i64 0, i64 0}
!3 = !{!12, !12, i64 0, i32 1}
!4 = distinct !{!12, !12, i64 0}
!5 = !{!15, !12, i64 4}
!6 = !{!16, !16, i64 0}
; A root without a name, one that is distinct, a type without an offset, a distinct type.
!7 = !{!17, !17, i64 0}
!8 = !{!19, !19, i64 0}
!9 = !{!21, !21, i64 0}
!10 = !{!22, !22, i64 0}
!11 = !{!15, !23, i64 8}
!12 = !{!"int", !13, i64 0}
!13 = !{!"char", !14, i64 0}
!14 = !{!"root"}
!15 = !{!"struct", !12, i64 0, !12, i64 4, !23, i64 8}
!16 = !{!"short", !13, i64 0}
!17 = !{!"unnamed", !18, i64 0}
!18 = !{}
!19 = !{!"of a distinct root", !20, i64 0}
!20 = distinct !{!"root"}
!21 = !{!"without an offset", !13}
!22 = distinct !{!"distinct", !13, i64 0}
!23 = !{!"float", !13, i64 0}
; By identity and by name, with a description and without.
!24 = distinct !{!24}
!25 = distinct !{!25, !24}
!26 = distinct !{!26, !"domain"}
!27 = distinct !{!27, !26, !"scope"}
!28 = !{!"by name", !26}
!29 = distinct !{!"by name, and distinct", !26}
!30 = !{!"in one by name", !41, !"described"}
!31 = !{!25}
!32 = !{!27, !25}
!33 = !{!28}
!34 = !{!29}
!35 = !{!30, !27}
!36 = distinct !{!25}
!37 = !{!42}
!38 = !{!43}
!39 = !{!44}
!40 = !{!28, !28}
!41 = !{!"a domain by name"}
!42 = distinct !{!42, !45}
!43 = distinct !{!43, !46, !""}
!44 = distinct !{!44, !47}
!45 = distinct !{!"a domain by name, and distinct"}
!46 = distinct !{!46, !""}
!47 = !{!"a domain", !"with a description"}
; One, several, a list of one, a distinct list.
!50 = distinct !{}
!51 = distinct !{}
!52 = !{!50, !51}
!53 = !{!51}
!54 = distinct !{!50, !51}
