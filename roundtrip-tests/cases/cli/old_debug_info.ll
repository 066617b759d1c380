; Debug information of another version: LLVM leaves it out with a warning, whatever it is.
; RUN: tern import %s | tern export
; RUN: tern import --report json %s -o /dev/null
; RUN: tern roundtrip %s
; RUN: tern check %s
; RUN: tern import --no-verify %s | tern export
define i32 @f(i32 %x) !dbg !3 {
  ret i32 %x, !dbg !4
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 2}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 1, scope: !3)
