; ARGS: --import-llvm --convert-debug-rec-to-intrinsics --split-input-file
define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_assign(!DIArgList(i32 %a), !7, !DIExpression(), !10, ptr %p, !DIExpression(), !8)
  ret void
}
@g = external global i8
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 4)
!8 = !DILocation(line: 5, column: 1, scope: !4)
!10 = distinct !DIAssignID()

; // -----

define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_assign(i32 7, !7, !DIExpression(), !10, ptr %p, !DIExpression(), !8)
  ret void
}
@g = external global i8
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 4)
!8 = !DILocation(line: 5, column: 1, scope: !4)
!10 = distinct !DIAssignID()

; // -----

define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_assign(ptr @g, !7, !DIExpression(), !10, ptr %p, !DIExpression(), !8)
  ret void
}
@g = external global i8
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 4)
!8 = !DILocation(line: 5, column: 1, scope: !4)
!10 = distinct !DIAssignID()

; // -----

define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_assign(i32 %a, !7, !DIExpression(), !10, ptr %p, !DIExpression(), !8)
  ret void
}
@g = external global i8
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 4)
!8 = !DILocation(line: 5, column: 1, scope: !4)
!10 = distinct !DIAssignID()

; // -----

define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_assign(!{}, !7, !DIExpression(), !10, ptr %p, !DIExpression(), !8)
  ret void
}
@g = external global i8
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 4)
!8 = !DILocation(line: 5, column: 1, scope: !4)
!10 = distinct !DIAssignID()
