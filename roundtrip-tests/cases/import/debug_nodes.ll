; Nodes of debug information with all of their fields, with few, and with values that their attributes have no place for.
; RUN: tern import %s
; RUN: tern import %s | tern export
define void @f() !dbg !60 {
  ret void, !dbg !90
}

define void @g(i32 %x) !dbg !61 {
    #dbg_value(i32 %x, !62, !DIExpression(DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_LLVM_convert, 64, DW_ATE_unsigned, DW_OP_stack_value), !91)
    #dbg_value(i32 %x, !62, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !91)
    #dbg_value(i32 %x, !63, !DIExpression(DW_OP_plus_uconst, 18446744073709551615), !92)
    #dbg_declare(ptr null, !64, !DIExpression(), !93)
    #dbg_label(!65, !91)
  ret void, !dbg !94
}

@v = global i32 0, !dbg !70
@w = global i32 0, !dbg !71, !dbg !72
@x = global i32 0, !dbg !73

!llvm.dbg.cu = !{!1, !2}
!llvm.module.flags = !{!0}
!mine = !{!10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !47, !48, !49, !50, !51, !52, !53, !54, !55, !56, !57, !58, !59, !66, !67, !68, !69}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "me", isOptimized: false, flags: "-g", runtimeVersion: 2, splitDebugFilename: "f.dwo", emissionKind: LineTablesOnly, dwoId: 7, splitDebugInlining: false, debugInfoForProfiling: true, nameTableKind: GNU, rangesBaseAddress: true, sysroot: "/", sdk: "s")
!2 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !4, isOptimized: true, runtimeVersion: 0, emissionKind: NoDebug)
!3 = !DIFile(filename: "f.c", directory: "/")
!4 = !DIFile(filename: "g.c", directory: "")
!5 = !DIFile(filename: "f.c", directory: "/", checksumkind: CSK_SHA1, checksum: "000102030405060708090a0b0c0d0e0f00010203")
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{!6}
!8 = !{!6, null}
!9 = distinct !{!6}
!10 = !DIBasicType(name: "long", size: 64, align: 32, encoding: DW_ATE_signed, flags: DIFlagBigEndian)
!11 = distinct !DIBasicType(name: "own", size: 18446744073709551615, encoding: DW_ATE_signed)
!12 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "decltype(nullptr)")
!13 = !DIBasicType()
!14 = !DIStringType(name: "s")
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64, align: 32, dwarfAddressSpace: 0)
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64, align: 32, dwarfAddressSpace: 4294967295)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !30, file: !3, line: 7, baseType: !6, size: 3, offset: 5, flags: DIFlagBitField | DIFlagPrivate, extraData: i64 0)
!19 = !DIDerivedType(tag: DW_TAG_typedef, name: "t", baseType: !58)
!20 = distinct !DIDerivedType(tag: DW_TAG_typedef, name: "t", baseType: !6)
!21 = !DIDerivedType(tag: DW_TAG_typedef, name: "t", baseType: !6)
!22 = !DISubroutineType(types: null)
!23 = !DISubroutineType(types: !7)
!24 = !DISubroutineType(flags: DIFlagLValueReference, cc: DW_CC_nocall, types: !8)
!25 = !DISubroutineType(types: !9)
!26 = !DISubroutineType(types: !{!58})
!27 = !DISubroutineType(types: !{})
!28 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !3, line: 1, size: 8, flags: DIFlagFwdDecl)
!29 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !3, line: 1, size: 8, elements: !{}, identifier: "one")
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !3, line: 1, size: 8, elements: !7, runtimeLang: DW_LANG_C11, identifier: "two")
!31 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !3, line: 1, size: 8, elements: !7, identifier: "three")
!32 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 64, elements: !{!40, !41})
!33 = distinct !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 64, elements: !{!42})
!34 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", baseType: !6, size: 32, elements: !{!59})
!35 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "u", scope: !3, file: !5, size: 32, align: 64, offset: 8, flags: DIFlagTypePassByValue | DIFlagPublic, elements: !{!18, !36}, vtableHolder: !28, annotations: !{!{!"btf_decl_tag", !"a"}})
!36 = !DIDerivedType(tag: DW_TAG_member, name: "plain", baseType: !6, size: 32)
!37 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "c", size: 32, elements: !{!36})
!38 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, dataLocation: !DIExpression(DW_OP_push_object_address), associated: !DIExpression(), allocated: !66, rank: !DIExpression(DW_OP_constu, 1))
!39 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, dataLocation: !66, rank: !DIExpression(DW_OP_constu, 1))
!40 = !DISubrange(count: 2)
!41 = !DISubrange(count: 3, lowerBound: -1)
!42 = !DISubrange(lowerBound: 1, upperBound: 9, stride: 4)
!43 = !DISubrange(count: !66)
!44 = !DISubrange(lowerBound: !DIExpression(DW_OP_constu, 1), upperBound: 4)
!45 = !DISubrange(count: -1)
!46 = !DIGenericSubrange(lowerBound: !DIExpression(DW_OP_constu, 1), upperBound: !66, stride: !DIExpression(DW_OP_constu, 4))
!47 = !DINamespace(name: "n", scope: null)
!48 = !DINamespace(scope: !47, exportSymbols: true)
!49 = !DIModule(scope: null, name: "m")
!50 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "i", scope: !1, entity: !47, file: !3, line: 4, elements: !{!51})
!51 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !1, entity: !49, line: 2)
!52 = !DICommonBlock(scope: !60, declaration: !66, name: "c", file: !3, line: 5)
!53 = !DICommonBlock(scope: !60, declaration: null, name: "", line: 5)
!54 = distinct !DILexicalBlock(scope: !60, file: !3, line: 1, column: 65535)
!55 = !DILexicalBlock(scope: !60, file: !3, line: 1, column: 3)
!56 = !DILexicalBlockFile(scope: !60, file: !3, discriminator: 0)
!57 = distinct !DILexicalBlockFile(scope: !54, discriminator: 4)
!58 = !DIFixedPointType(name: "fixed", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)
!59 = !DIEnumerator(name: "red", value: 0)
!60 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 1, type: !22, scopeLine: 2, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagDefinition, unit: !1, targetFuncName: "g")
!61 = distinct !DISubprogram(name: "g", linkageName: "_g", scope: !37, file: !3, line: 1, type: !23, scopeLine: 2, containingType: !37, virtualIndex: 3, thisAdjustment: 4, spFlags: DISPFlagPureVirtual | DISPFlagDefinition | DISPFlagOptimized, unit: !1, templateParams: !{}, declaration: !67, retainedNodes: !{!62}, thrownTypes: !7, annotations: !{!{!"k", !"v"}})
!62 = !DILocalVariable(name: "x", arg: 1, scope: !61, file: !3, line: 1, type: !6, flags: DIFlagArtificial | DIFlagObjectPointer, align: 64, annotations: !{!{!"k", !"v"}})
!63 = !DILocalVariable(scope: !61, type: !6)
!64 = !DILocalVariable(name: "y", arg: 65535, scope: !61, file: !3, line: 1, type: !30)
!65 = !DILabel(scope: !61, name: "l", file: !3, line: 4, column: 3, isArtificial: true)
!66 = distinct !DIGlobalVariable(name: "b", scope: null, type: !6, isLocal: true, isDefinition: false)
!67 = !DISubprogram(name: "g", scope: !37, file: !3, line: 1, type: !23, containingType: !37, virtualIndex: 3, spFlags: DISPFlagPureVirtual | DISPFlagOptimized)
!68 = !DISubprogram(name: "declared", scope: !3, spFlags: 0)
!69 = distinct !DISubprogram(name: "also declared", scope: !3, type: !23, spFlags: DISPFlagLocalToUnit)
!70 = !DIGlobalVariableExpression(var: !74, expr: !DIExpression(DW_OP_constu, 7, DW_OP_stack_value))
!71 = !DIGlobalVariableExpression(var: !75, expr: !DIExpression(DW_OP_LLVM_fragment, 0, 16))
!72 = !DIGlobalVariableExpression(var: !75, expr: !DIExpression(DW_OP_LLVM_fragment, 16, 16))
!73 = distinct !DIGlobalVariableExpression(var: !76, expr: !DIExpression())
!74 = distinct !DIGlobalVariable(name: "v", linkageName: "_v", scope: !1, file: !3, line: 1, type: !6, isLocal: false, isDefinition: true, declaration: !36, templateParams: !{}, align: 128, annotations: !{!{!"k", !"v"}})
!75 = distinct !DIGlobalVariable(name: "w", scope: !47, file: !3, type: !6, isLocal: true, isDefinition: true)
!76 = !DIGlobalVariable(name: "x", scope: !1, file: !3, type: !6, isLocal: false, isDefinition: true)
!90 = !DILocation(line: 0, scope: !60)
!91 = distinct !DILocation(line: 1, column: 2, scope: !61)
!92 = !DILocation(line: 4294967295, column: 65535, scope: !61)
!93 = !DILocation(line: 1, column: 2, scope: !61, isImplicitCode: true)
!94 = !DILocation(line: 1, column: 2, scope: !60, inlinedAt: !95)
!95 = distinct !DILocation(line: 3, column: 4, scope: !61, atomGroup: 2, atomRank: 1)
