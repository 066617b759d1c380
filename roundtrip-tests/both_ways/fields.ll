; A field that is there twice.
!n = !{!0, !1}
!0 = !DILocation(line: 1, column: 7, scope: !2)
!1 = !DILocation(line: 1, line: 7, scope: !2)
!2 = distinct !DISubprogram(name: "f")
