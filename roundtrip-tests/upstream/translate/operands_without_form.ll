; ARGS: --import-llvm --mlir-print-debuginfo
; Operands of debug records that have no form in the dialect: what is said, and what is left of them. Globals without names, in the order in
; which they are named.

@a = global ptr @1
@0 = global i32 0
@1 = global i32 1

; // -----

define void @f() !dbg !2 {
    #dbg_value(ptr no_cfi @f, !4, !DIExpression(), !5)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !{null})
!4 = !DILocalVariable(name: "x", scope: !2, file: !1, line: 2)
!5 = !DILocation(line: 2, column: 3, scope: !2)
!6 = !{i32 2, !"Debug Info Version", i32 3}
