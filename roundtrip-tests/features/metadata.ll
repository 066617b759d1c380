@g = global i32 0, !associated !5
@far = external addrspace(1) constant [8 x i8], !associated !7

; The node names an alias whose address space follows from what it stands for.
@alias = alias i32, addrspacecast (ptr @g to ptr addrspace(1))

define i32 @f(ptr %p) !mine !0 {
  %v = load i32, ptr %p, align 4, !tbaa !1, !annotation !4, !mine !0, !noundef !6
  ret i32 %v
}

!named = !{!0, !0}

!0 = distinct !{!0, null, i32 7, !"text", ptr @g}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
!4 = !{!"auto-init"}
!5 = !{ptr @f}
!6 = !{}
!7 = !{ptr addrspace(1) @alias}
