; RUN: tern check %s
!named = !{!7}
