; What aliases what
; TBAA, alias scopes, access groups are attributes.
define void @f(ptr %p, ptr %q) {
  %1 = load i32, ptr %p, align 4, !tbaa !0, !alias.scope !4, !noalias !7
  call void @llvm.experimental.noalias.scope.decl(metadata !4)
  store float 0.000000e+00, ptr %q, align 4, !tbaa !9, !noalias !4, !llvm.access.group !12
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 false), !tbaa.struct !13
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C/C++ TBAA"}
!4 = !{!5}
!5 = distinct !{!5, !6, !"f: p"}
!6 = distinct !{!6, !"f"}
!7 = !{!8}
!8 = distinct !{!8, !6}
!9 = !{!10, !11, i64 4}
!10 = !{!"pair", !1, i64 0, !11, i64 4}
!11 = !{!"float", !2, i64 0}
!12 = distinct !{}
!13 = !{i64 0, i64 4, !0}
