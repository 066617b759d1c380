; Groups, nodes, functions that are not on lines of their own, and text that looks like them.
; RUN: tern import %s | tern export
; RUN: tern check %s -q
declare void @"attributes #0 = {"() #0 declare void @g(i32 addrspace( ; )
  1 ) * byval (i32) ) #1
module asm "
attributes #0 = { cold }
}"
  attributes #0 = { nounwind } attributes ; #0
#2 = { noinline "a"="
attributes #2 = { cold }" } attributes #3 = { cold } attributes
#3={nounwind}
define void @h() #2 { ; !{!"in a comment"}
 call void @g(ptr addrspace(1) byval(i32) null) #3, !x ! { !"inline" }, !y ! { !"another"
} ret void } define i32 @i() { ret i32 0 }
!named = !{ ! 0, !1, !2 } !0 = !{ !"
!1 = !{!0} ; " } !1 = distinct
! { ! 0
} !2 = !{!{!0}, !{!1}} ; !3 = !{
