; Records about values that do not dominate them, alone and in lists, where the first value of the function is one.
; RUN: tern import %s
; RUN: tern import %s | tern export
declare i32 @g()

define i32 @f() !dbg !2 {
    #dbg_value(i32 %y, !5, !DIExpression(), !6)
    #dbg_value(!DIArgList(i32 %y, i32 7), !5, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !6)
    #dbg_value(!DIArgList(i32 %z, i32 %y), !5, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !6)
    #dbg_declare(ptr %q, !5, !DIExpression(), !6)
  %y = call i32 @g()
    #dbg_value(!DIArgList(i32 %y, i32 %z), !5, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !6)
    #dbg_value(!DIArgList(i32 %y, i32 %y), !5, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !6)
    #dbg_value(i32 %z, !5, !DIExpression(), !6)
    #dbg_value(i32 %y, !5, !DIExpression(), !6)
  %z = add i32 %y, 1
  %q = alloca i32, align 4
    #dbg_declare(ptr %q, !5, !DIExpression(), !6)
    #dbg_value(!7, !5, !DIExpression(), !6)
    #dbg_value(!DIArgList(), !5, !DIExpression(), !6)
  ret i32 %z, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!5 = !DILocalVariable(name: "x", scope: !2)
!6 = !DILocation(line: 1, scope: !2)
!7 = !{}
!8 = !{i32 2, !"Debug Info Version", i32 3}
