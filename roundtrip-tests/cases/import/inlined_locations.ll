; Locations that were inlined at one call, and one that was inlined at a location that was: each is where it was, and what is around it.
; RUN: tern import %s
; RUN: tern import %s | tern export
define "result" void @f(ptr %p) !dbg !2 {
  store i8 0, ptr %p, !dbg !10
  store i8 1, ptr %p, !dbg !11
  store i8 2, ptr %p, !dbg !12
  store i8 4, ptr %p, !dbg !15
  store i8 3, ptr %p, !dbg !13
  ret void, !dbg !8
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 9, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!8 = !DILocation(line: 1, column: 1, scope: !2)
!9 = distinct !DILocation(line: 2, column: 2, scope: !2)
!10 = !DILocation(line: 10, column: 1, scope: !6, inlinedAt: !9)
!11 = !DILocation(line: 11, column: 1, scope: !6, inlinedAt: !9)
!12 = !DILocation(line: 12, column: 1, scope: !6, inlinedAt: !14)
!13 = !DILocation(line: 13, column: 1, scope: !6, inlinedAt: !14)
!14 = distinct !DILocation(line: 14, column: 1, scope: !6, inlinedAt: !9)
!15 = !DILocation(line: 15, column: 1, scope: !2, inlinedAt: null)
