; ARGS: --import-llvm --mlir-print-debuginfo
; The number of a language's name is taken for that of a language.
define void @c() !dbg !4 {
  ret void
}
define void @rust() !dbg !5 {
  ret void
}
define void @numbered() !dbg !6 {
  ret void
}
!llvm.dbg.cu = !{!0, !1, !2}
!llvm.module.flags = !{!7}
!0 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C, sourceLanguageVersion: 201112, file: !3, emissionKind: FullDebug)
!1 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_Rust, file: !3, emissionKind: FullDebug)
!2 = distinct !DICompileUnit(sourceLanguageName: 32769, file: !3, emissionKind: FullDebug)
!3 = !DIFile(filename: "f.c", directory: "/")
!4 = distinct !DISubprogram(name: "c", scope: !3, file: !3, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "rust", scope: !3, file: !3, line: 2, unit: !1, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "numbered", scope: !3, file: !3, line: 3, unit: !2, spFlags: DISPFlagDefinition)
!7 = !{i32 2, !"Debug Info Version", i32 3}
