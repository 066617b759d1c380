; What looks like a node in a comment or a string is none: the nodes are in another order than it says.
define void @f() {
  ; !{!"b"}
  ret void, !x !{!"a"}, !y !{!"b"}
}

define void @g() {
  call void asm "
!{!{}}", ""()
  ret void, !x !{!"c"}, !y !{!{}}
}

!n = !{!0}
!0 = !{!{!"d"}, !{!"e"}} ; !{!"f"}
