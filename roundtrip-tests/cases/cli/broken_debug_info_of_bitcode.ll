; Debug information of bitcode that is broken is removed, as `llvm-dis` removes it.
; RUN: tern as --disable-verify -f %s -o - | tern dis
; RUN: tern as --disable-verify -f %s -o - | tern dis -disable-output
define i32 @f(i32 %x) !dbg !3 {
  %y = add i32 %x, 1, !dbg !5
  ret i32 %y
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/src", checksumkind: CSK_MD5, checksum: "short")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !3)
