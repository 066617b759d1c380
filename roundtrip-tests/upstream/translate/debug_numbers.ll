; ARGS: --import-llvm --mlir-print-debuginfo
; Debug information whose tags, encodings and flags are numbers or old fields; records that are calls with lists of values.
define void @f(i32 %a) !dbg !4 {
  call void @llvm.dbg.value(metadata i32 %a, metadata !7, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.value(metadata !DIArgList(i32 %a, i32 3), metadata !7, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus)), !dbg !8
  call void @llvm.dbg.value(metadata i32 7, metadata !9, metadata !DIExpression()), !dbg !8
  call void @llvm.dbg.value(metadata i32 8, metadata !10, metadata !DIExpression()), !dbg !17
  ret void
}
define void @g() !dbg !15 {
  ret void
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: 12, file: !1, emissionKind: 1)
!1 = !DIFile(filename: "a.c", directory: "/d")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !5, unit: !0, isLocal: true, isDefinition: true, isOptimized: true)
!5 = !DISubroutineType(cc: 1, types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 4, type: !11)
!8 = !DILocation(line: 5, column: 1, scope: !4)
!9 = !DILocalVariable(name: "y", scope: !4, file: !1, line: 4, type: !12)
!10 = !DILocalVariable(name: "z", scope: !4, file: !1, line: 4, type: !13, flags: 64)
!11 = !DIBasicType(tag: 36, name: "a", size: 32, encoding: 5)
!12 = !DIDerivedType(tag: 15, baseType: !11, size: 64)
!13 = !DICompositeType(tag: 19, name: "s", elements: !14, flags: 4)
!14 = !{}
!15 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 3, type: !5, unit: !0, virtuality: 1, flags: 256, spFlags: 8)
!16 = !DILocation(line: 9, column: 1, scope: !15)
!17 = !DILocation(line: 6, column: 1, scope: !4, inlinedAt: null)
