; The node goes on behind the line, with what looks like another definition.
!n = !{!0}
!0 = !{!"
!1 = !{} ; "}
