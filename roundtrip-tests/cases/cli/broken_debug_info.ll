; Broken debug information is left out, as LLVM leaves it out: a warning that says why, and a loss.
; RUN: tern import %s
; RUN: tern import --report json %s
; RUN: tern import --deny-loss %s
; RUN: tern roundtrip --json %s
; RUN: tern check %s
; RUN: tern import --no-verify --report json %s | tern export --no-verify --deny-loss
define i32 @f(i32 %x) !dbg !3 {
  %y = add i32 %x, 1, !dbg !5
  ret i32 %y, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "g", file: !1, line: 2, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 1, scope: !4)
!6 = !{}
