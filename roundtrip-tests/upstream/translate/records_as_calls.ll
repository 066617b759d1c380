; ARGS: --import-llvm --convert-debug-rec-to-intrinsics
; ARGS: --import-llvm --convert-debug-rec-to-intrinsics --mlir-print-debuginfo --emit-expensive-warnings
; Records as calls of the intrinsics that they replaced.
declare void @llvm.assume(i1)
declare i32 @pers(...)
declare i32 @g(i32)
define i32 @f(i1 %c, i32 %p) personality ptr @pers !dbg !4 {
  %a = add i32 %p, 1, !dbg !8
    #dbg_value(i32 %a, !7, !DIExpression(), !8)
  call void @llvm.assume(i1 %c)
    #dbg_value(i32 %a, !7, !DIExpression(DW_OP_deref), !8)
    #dbg_value(i32 5, !7, !DIExpression(), !8)
    #dbg_value(!DIArgList(i32 5), !7, !DIExpression(), !8)
    #dbg_value(!{}, !7, !DIExpression(), !8)
    #dbg_value(i32 poison, !7, !DIExpression(), !8)
    #dbg_label(!11, !8)
    #dbg_value(i32 %b, !7, !DIExpression(), !8)
  %b = invoke i32 @g(i32 3) to label %ok unwind label %lp
ok:
    #dbg_value(i32 %b, !7, !DIExpression(), !8)
  br label %end
lp:
  %ph = phi i32 [%a, %0]
    #dbg_value(i32 %ph, !7, !DIExpression(), !8)
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
end:
  ret i32 %b
}
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
!11 = !DILabel(scope: !4, name: "l", file: !1, line: 9)
