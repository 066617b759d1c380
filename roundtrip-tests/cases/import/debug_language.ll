; A compile unit whose language is a name has no attribute, for which a language is a number; all of it is in the table.
; RUN: tern import %s
; RUN: tern import %s | tern export
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
