; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
define void @f(i1 %c) {
e:
  br label %l, !llvm.loop !9
l:
  br i1 %c, label %l, label %x, !llvm.loop !0
x:
  br label %y, !llvm.loop !4
y:
  br label %z, !llvm.loop !5
z:
  br label %z1, !llvm.loop !6
z1:
  br label %z2, !llvm.loop !7
z2:
  br label %z3, !llvm.loop !8
z3:
  ret void
}
!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.parallel_accesses", !3}
!2 = !{!"llvm.loop.mustprogress"}
!3 = distinct !{}
!4 = distinct !{!4}
!5 = distinct !{!5, !{!"llvm.loop.vectorize.width", i64 3}, !2}
!6 = distinct !{!6, !{!"llvm.loop.unroll.runtime.disable"}, !{!"llvm.loop.pipeline.disable"}}
!7 = distinct !{!7, !{!"llvm.loop.unroll.runtime.disable"}}
!8 = distinct !{!8, !{!"llvm.loop.pipeline.disable", i1 true}, !{!"x"}, !{!"y"}}
!9 = distinct !{!9, !10, !10, !10, !2}
!10 = !DILocation(line: 1, column: 1, scope: !11)
!llvm.dbg.cu = !{!20}
!llvm.module.flags = !{!23}
!20 = distinct !DICompileUnit(language: DW_LANG_C, file: !21, emissionKind: FullDebug)
!21 = !DIFile(filename: "a.c", directory: "/d")
!23 = !{i32 2, !"Debug Info Version", i32 3}
!11 = distinct !DISubprogram(name: "f", scope: !21, file: !21, line: 3, type: !25, unit: !20, spFlags: DISPFlagDefinition)
!25 = !DISubroutineType(types: !26)
!26 = !{null}
