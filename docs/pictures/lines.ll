; With debug information: the lines of the source in each block.
define i32 @sum(ptr %values, i32 %n) !dbg !4 {
entry:
  %any = icmp sgt i32 %n, 0, !dbg !7
  br i1 %any, label %loop, label %exit, !dbg !7

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %sum = phi i32 [ 0, %entry ], [ %added, %again ]
  %p = getelementptr i32, ptr %values, i32 %i, !dbg !8
  %value = load i32, ptr %p, !dbg !8
  %negative = icmp slt i32 %value, 0, !dbg !9
  br i1 %negative, label %exit, label %again, !dbg !9

again:
  %added = add i32 %sum, %value, !dbg !10
  %next = add i32 %i, 1, !dbg !7
  %more = icmp slt i32 %next, %n, !dbg !7
  br i1 %more, label %loop, label %exit, !dbg !7

exit:
  %r = phi i32 [ 0, %entry ], [ %sum, %loop ], [ %added, %again ]
  ret i32 %r, !dbg !11
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "sum.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "sum", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!7 = !DILocation(line: 3, column: 3, scope: !4)
!8 = !DILocation(line: 4, column: 15, scope: !4)
!9 = !DILocation(line: 5, column: 9, scope: !4)
!10 = !DILocation(line: 7, column: 9, scope: !4)
!11 = !DILocation(line: 9, column: 3, scope: !4)
