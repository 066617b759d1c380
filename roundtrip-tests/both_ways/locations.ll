; Locations that several functions share, and those that a body has as a node and as the location of an instruction.
define void @f() !dbg !4 {
  call void @g(), !dbg !8
  call void @h(), !dbg !9
  call void @g(), !dbg !7
  ret void, !dbg !10
}

define void @g() !dbg !5 {
  call void @h(), !dbg !10
  ret void, !dbg !9
}

define void @h() !dbg !6 {
  call void @g(), !dbg !11
  call void @g(), !dbg !12
  ret void, !dbg !13
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!1}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!5 = distinct !DISubprogram(name: "g", scope: !2, file: !2, line: 2, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!6 = distinct !DISubprogram(name: "h", scope: !2, file: !2, line: 3, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!7 = !DILocation(line: 4, column: 5, scope: !4)
!8 = !DILocation(line: 6, column: 7, scope: !5, inlinedAt: !7)
!9 = !DILocation(line: 8, column: 9, scope: !6)
!10 = !DILocation(line: 10, column: 11, scope: !6)
!11 = !DILocation(line: 12, scope: !6, inlinedAt: !12)
!12 = !DILocation(line: 13, scope: !6, inlinedAt: !13)
!13 = !DILocation(line: 14, scope: !6)
