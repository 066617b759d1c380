; A call whose bundle has metadata is an operation of its own, without fields for scopes: they are in the table.
; RUN: tern import %s
; RUN: tern import %s | tern export
declare void @g()

define void @in_both() {
  call void @g() [ "x"(metadata !0) ], !alias.scope !3, !noalias !3
  call void @g(), !alias.scope !3, !noalias !3
  ret void
}

define void @in_the_table() {
  call void @g() [ "x"(metadata !0) ], !alias.scope !5
  ret void
}
!0 = !{}
!1 = distinct !{!1}
!2 = distinct !{!2, !1}
!3 = !{!2}
!4 = distinct !{!4, !1}
!5 = !{!4}
