; `int twice(int x) { int y = x + x; return y; }` with debug information: metadata as a graph, records, locations.
source_filename = "twice.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define dso_local i32 @twice(i32 noundef %x) !dbg !5 {
entry:
    #dbg_value(i32 %x, !10, !DIExpression(), !12)
  %y = add nsw i32 %x, %x, !dbg !13
    #dbg_value(i32 %y, !11, !DIExpression(DW_OP_plus_uconst, 0, DW_OP_stack_value), !12)
  ret i32 %y, !dbg !14
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!llvm.ident = !{!4}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "hand", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "twice.c", directory: "/tmp")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{!"hand"}
!5 = distinct !DISubprogram(name: "twice", scope: !1, file: !1, line: 1, type: !6, scopeLine: 1, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !9)
!6 = !DISubroutineType(types: !7)
!7 = !{!8, !8}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !{!10, !11}
!10 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !1, line: 1, type: !8)
!11 = !DILocalVariable(name: "y", scope: !5, file: !1, line: 1, type: !8)
!12 = !DILocation(line: 0, scope: !5)
!13 = !DILocation(line: 1, column: 31, scope: !5)
!14 = !DILocation(line: 1, column: 36, scope: !5)
