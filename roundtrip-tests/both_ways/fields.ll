; A field that is there twice, behind one that is declared before it.
!n = !{!0, !1}
!0 = !DILocation(line: 1, column: 7, scope: !2)
!1 = !DILocation(scope: !2, line: 1, scope: !2)
!2 = distinct !DISubprogram(name: "f")
