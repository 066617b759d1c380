declare void @llvm.dbg.value(metadata, i64, metadata, metadata)
declare void @llvm.dbg.addr(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
define void @f(i32 %a, ptr %p) !dbg !3 {
  call void @llvm.dbg.value(metadata i32 %a, i64 0, metadata !6, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.value(metadata i32 %a, i64 1, metadata !6, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.value(metadata !DIArgList(i32 %a, i32 7), i64 0, metadata !6, metadata !DIExpression(DW_OP_LLVM_arg, 0)), !dbg !7
  call void @llvm.dbg.value(metadata !{}, i64 0, metadata !6, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.addr(metadata ptr %p, metadata !6, metadata !DIExpression()), !dbg !7
  call void @llvm.dbg.addr(metadata ptr %p, metadata !6, metadata !DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 1)), !dbg !7
  call void @llvm.dbg.label(metadata !9), !dbg !7
  tail call void @llvm.dbg.declare(metadata ptr %p, metadata !6, metadata !DIExpression()), !dbg !7
  ret void, !dbg !7
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, producer: "c", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/w")
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !4, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocalVariable(name: "a", arg: 1, scope: !3, file: !2, line: 1, type: !8)
!7 = !DILocation(line: 1, column: 1, scope: !3)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILabel(scope: !3, name: "x", file: !2, line: 2)
