; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
source_filename = "a.c"
@g = global i32 0, !dbg !40
define void @f(i32 %x, ptr %p) !dbg !5 {
  %a = alloca i32, align 4, !dbg !20
    #dbg_declare(ptr %a, !10, !DIExpression(), !20)
  store i32 %x, ptr %a, !dbg !21
    #dbg_value(i32 %x, !11, !DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 8), !22)
    #dbg_label(!12, !22)
  %b = load i32, ptr %a, !dbg !23
    #dbg_declare_value(i32 %b, !11, !DIExpression(), !23)
  call void @h(i32 %b), !dbg !24
  ret void, !dbg !20
}
define internal void @h(i32 %y) !dbg !6 { ret void }
define void @nodbg() { ret void }
declare !dbg !30 void @ext()
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, producer: "tern", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !50, retainedTypes: !51, globals: !52, imports: !53, nameTableKind: None)
!2 = !DIFile(filename: "a.c", directory: "/d", source: "int x;")
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DISubroutineType(flags: DIFlagPrototyped, cc: DW_CC_normal, types: !7)
!5 = distinct !DISubprogram(name: "f", linkageName: "_Zf", scope: !13, file: !2, line: 3, type: !4, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !14, annotations: !60)
!6 = distinct !DISubprogram(name: "h", scope: !2, file: !2, line: 30, type: !4, unit: !0, declaration: !30, templateParams: !54, thrownTypes: !50)
!7 = !{null, !3, !8, null}
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64, dwarfAddressSpace: 1)
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", scope: !13, file: !2, line: 1, size: 64, align: 32, flags: DIFlagTypePassByValue, elements: !15, identifier: "_S", vtableHolder: !9)
!10 = !DILocalVariable(name: "a", scope: !5, file: !2, line: 5, type: !9, align: 64)
!11 = !DILocalVariable(name: "b", arg: 2, scope: !16, file: !2, line: 6, type: !17, flags: DIFlagArtificial)
!12 = !DILabel(scope: !16, name: "lab", file: !2, line: 9)
!13 = !DINamespace(name: "ns", scope: null, exportSymbols: true)
!14 = !{!10}
!15 = !{!18, !19}
!16 = distinct !DILexicalBlock(scope: !25, file: !2, line: 7, column: 3)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !3, size: 96, elements: !26)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !9, file: !2, line: 2, baseType: !8, size: 64, offset: 32, flags: DIFlagPublic)
!19 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !9, file: !2, line: 3, baseType: !3, size: 3, offset: 64, flags: DIFlagBitField, extraData: i64 64)
!20 = !DILocation(line: 5, column: 7, scope: !5)
!21 = !DILocation(line: 6, column: 1, scope: !16)
!22 = !DILocation(line: 7, scope: !16, inlinedAt: !20)
!23 = !DILocation(line: 0, scope: !25)
!24 = !DILocation(line: 8, column: 2, scope: !6, inlinedAt: !22)
!25 = !DILexicalBlockFile(scope: !5, file: !2, discriminator: 4)
!26 = !{!27, !28, !29}
!27 = !DISubrange(count: 3, lowerBound: 1)
!28 = !DISubrange(count: !11)
!29 = !DISubrange(lowerBound: 0, upperBound: 7, stride: 2)
!30 = !DISubprogram(name: "ext", scope: !2, file: !2, line: 40, type: !4, spFlags: DISPFlagOptimized)
!40 = !DIGlobalVariableExpression(var: !41, expr: !DIExpression())
!41 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !2, line: 2, type: !42, isLocal: false, isDefinition: true)
!42 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E", file: !2, line: 1, baseType: !3, size: 32, elements: !43)
!43 = !{!DIEnumerator(name: "A", value: 0), !DIEnumerator(name: "B", value: 1, isUnsigned: true)}
!50 = !{!42}
!51 = !{!9}
!52 = !{!40}
!53 = !{!55}
!54 = !{!56, !57}
!55 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "q", scope: !0, entity: !5, file: !2, line: 3)
!56 = !DITemplateTypeParameter(name: "T", type: !3)
!57 = !DITemplateValueParameter(name: "V", type: !3, value: i32 3)
!60 = !{!61}
!61 = !{!"k", !"v"}
