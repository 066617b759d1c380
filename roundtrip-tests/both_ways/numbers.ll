; A field that takes no such number, and one that is there twice: errors, but not of the nodes before them.
!n = !{!0, !1}
!0 = !DILocation(line: 1, column: 7, scope: !2)
!1 = !DILocation(line: 1, column: 70000, scope: !2)
!2 = distinct !DISubprogram(name: "f")
