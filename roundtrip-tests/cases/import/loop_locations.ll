; Where loops begin and end comes first in their nodes, before properties in order; other nodes have no annotation.
; RUN: tern import %s
; RUN: tern import %s | tern export
define void @f(i1 %c) !dbg !2 {
  br label %l0

l0:  ; begin and first property
  br i1 %c, label %l0, label %l1, !llvm.loop !10

l1:  ; begin, end, properties
  br i1 %c, label %l1, label %l2, !llvm.loop !11

l2:  ; a third location
  br i1 %c, label %l2, label %l3, !llvm.loop !12

l3:  ; a location behind a property
  br i1 %c, label %l3, label %l4, !llvm.loop !13

l4:  ; a location that is inlined
  br i1 %c, label %l4, label %l5, !llvm.loop !14

l5:  ; a property twice
  br i1 %c, label %l5, label %l6, !llvm.loop !15

l6:  ; a location only
  br i1 %c, label %l6, label %end, !llvm.loop !16

end:
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 1, column: 1, scope: !2)
!7 = !DILocation(line: 2, column: 1, scope: !2)
!8 = !DILocation(line: 3, column: 1, scope: !2, inlinedAt: !6)
!9 = !{!"llvm.loop.disable_nonforced"}
!10 = distinct !{!10, !6, !9}
!11 = distinct !{!11, !6, !7, !9, !17}
!12 = distinct !{!12, !6, !7, !6, !9}
!13 = distinct !{!13, !9, !6}
!14 = distinct !{!14, !8, !9}
!15 = distinct !{!15, !9, !9}
!16 = distinct !{!16, !6}
!17 = !{!"llvm.loop.mustprogress"}
