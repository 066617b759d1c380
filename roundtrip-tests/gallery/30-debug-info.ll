; Debug information
; Nodes are attributes, locations are locations; what leads back to a node is in `llvm.md_fields`.
source_filename = "twice.c"

@counter = global i32 0, align 4, !dbg !0

define i32 @twice(i32 %x, ptr %list) !dbg !9 {
    #dbg_value(i32 %x, !21, !DIExpression(), !23)
    #dbg_declare(ptr %list, !22, !DIExpression(DW_OP_plus_uconst, 8), !23)
  %1 = add i32 %x, %x, !dbg !24
    #dbg_label(!26, !24)
  ret i32 %1, !dbg !27
}

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!8}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 1, type: !4, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "hand", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !5, globals: !7, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "twice.c", directory: "/tmp")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !{!6}
!6 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", file: !3, line: 2, baseType: !4, size: 32, elements: !28)
!7 = !{!0}
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DISubprogram(name: "twice", scope: !3, file: !3, line: 3, type: !10, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !20)
!10 = !DISubroutineType(types: !11)
!11 = !{!4, !4, !12}
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!13 = !DICompositeType(tag: DW_TAG_structure_type, name: "list", file: !3, line: 4, size: 192, elements: !14)
!14 = !{!15, !16, !17}
!15 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !13, file: !3, line: 5, baseType: !12, size: 64)
!16 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !13, file: !3, line: 6, baseType: !4, size: 32, offset: 64)
!17 = !DIDerivedType(tag: DW_TAG_member, name: "rest", scope: !13, file: !3, line: 7, baseType: !18, size: 64, offset: 128)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 64, elements: !19)
!19 = !{!DISubrange(count: 2)}
!20 = !{!21, !22}
!21 = !DILocalVariable(name: "x", arg: 1, scope: !9, file: !3, line: 3, type: !4)
!22 = !DILocalVariable(name: "list", arg: 2, scope: !9, file: !3, line: 3, type: !13)
!23 = !DILocation(line: 3, column: 5, scope: !9)
!24 = !DILocation(line: 4, column: 9, scope: !25)
!25 = distinct !DILexicalBlock(scope: !9, file: !3, line: 4, column: 3)
!26 = !DILabel(scope: !9, name: "again", file: !3, line: 4)
!27 = !DILocation(line: 9, column: 1, scope: !30, inlinedAt: !31)
!28 = !{!29}
!29 = !DIEnumerator(name: "red", value: 0)
!30 = !DILexicalBlockFile(scope: !25, file: !3, discriminator: 2)
!31 = distinct !DILocation(line: 8, column: 2, scope: !9)
