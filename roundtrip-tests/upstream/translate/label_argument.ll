; ARGS: --import-llvm
; A label that is an argument of something else.
define i64 @f() !dbg !3 {
  %r = call i64 @llvm.read_register.i64(metadata !5), !dbg !6
  ret i64 %r
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !{null})
!5 = !DILabel(scope: !3, name: "l", file: !2, line: 1)
!6 = !DILocation(line: 1, scope: !3)
