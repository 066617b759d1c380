; Calls of debug intrinsics may use what does not dominate them, as debug records may.
; RUN: tern import %s | mlir-opt --mlir-print-debuginfo | tern export
declare void @llvm.dbg.value(metadata, metadata, metadata)
define void @f(i1 %c, i32 %a) !dbg !3 {
entry:
  br i1 %c, label %then, label %end
then:
  %x = add i32 %a, 1
  br label %end
end:
  call void @llvm.dbg.value(metadata i32 %x, metadata !6, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.value(metadata !DIArgList(i32 %a, i32 %x), metadata !6, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !7
  call void @llvm.dbg.value(metadata i32 %y, metadata !6, metadata !DIExpression()), !dbg !7
  %y = add i32 %a, 2
  ret void, !dbg !7
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !3, file: !2, line: 1, type: !8)
!7 = !DILocation(line: 1, column: 1, scope: !3)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
