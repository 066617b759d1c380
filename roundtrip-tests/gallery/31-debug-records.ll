; Debug records that MLIR does not model
; Argument lists, assignments, empty addresses: calls by the intrinsics' names, marked as records.
define i32 @f(i32 %x) !dbg !3 {
  %p = alloca i32, align 4, !DIAssignID !8
    #dbg_assign(i32 undef, !6, !DIExpression(), !8, ptr %p, !DIExpression(), !7)
    #dbg_value(!DIArgList(i32 %x, i32 %x), !6, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !7)
    #dbg_declare(!9, !6, !DIExpression(), !7)
    #dbg_value(i32 %later, !6, !DIExpression(), !7)
  %later = add i32 %x, 1, !dbg !7
    #dbg_declare_value(i32 %later, !6, !DIExpression(), !7)
  ret i32 %later, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/tmp")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocalVariable(name: "x", scope: !3, file: !1, line: 1)
!7 = !DILocation(line: 2, column: 3, scope: !3)
!8 = distinct !DIAssignID()
!9 = !{}
