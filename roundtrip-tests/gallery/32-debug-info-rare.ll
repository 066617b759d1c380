; Rare debug information
; Kinds of nodes that MLIR does not model are in the table, those that it does are attributes.
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!30}
!mine = !{!4, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !31, !32}

!0 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !1, producer: "hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, imports: !2, macros: !20)
!1 = !DIFile(filename: "f.f90", directory: "/tmp", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f", source: "end\0A")
!2 = !{!3}
!3 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !0, entity: !4, file: !1, line: 2)
!4 = !DIModule(scope: !1, name: "m", configMacros: "-DX", includePath: "/usr", apinotes: "notes", file: !1, line: 3, isDecl: true)
!5 = !DIBasicType(tag: DW_TAG_base_type, name: "character", size: 8, encoding: DW_ATE_signed_char)
!6 = !DIStringType(name: "character(*)", stringLength: !7, stringLengthExpression: !DIExpression(DW_OP_deref), stringLocationExpression: !DIExpression(), size: 32)
!7 = !DILocalVariable(name: "n", scope: !8, file: !1, line: 4, type: !5)
!8 = distinct !DISubprogram(name: "s", scope: !4, file: !1, line: 4, type: !9, spFlags: DISPFlagDefinition, unit: !0, templateParams: !33, annotations: !34)
!9 = !DISubroutineType(cc: DW_CC_program, types: !{null})
!10 = !DICommonBlock(scope: !8, declaration: null, name: "c", file: !1, line: 5)
!11 = !DINamespace(name: "n", scope: !1, exportSymbols: true)
!12 = !DITemplateTypeParameter(name: "T", type: !5, defaulted: true)
!13 = !DITemplateValueParameter(name: "N", type: !5, value: i32 7)
!14 = !DIObjCProperty(name: "p", file: !1, line: 6, setter: "setP:", getter: "p", attributes: 7, type: !5)
!15 = !DIGenericSubrange(lowerBound: !DIExpression(DW_OP_constu, 1), upperBound: !DIExpression(DW_OP_constu, 9), stride: !DIExpression(DW_OP_constu, 4))
!16 = !GenericDINode(tag: DW_TAG_member, header: "mine", operands: {!1, null})
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 64, elements: !{!15}, dataLocation: !DIExpression(DW_OP_push_object_address, DW_OP_deref), associated: !7, allocated: !DIExpression(DW_OP_constu, 1), rank: !DIExpression(DW_OP_constu, 2))
!18 = !DIFixedPointType(name: "fixed", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)
!19 = !DISubrangeType(name: "range", size: 32, baseType: !5, lowerBound: i64 -3, upperBound: i64 8)
!20 = !{!21}
!21 = !DIMacroFile(line: 1, file: !1, nodes: !22)
!22 = !{!23, !24}
!23 = !DIMacro(type: DW_MACINFO_define, line: 2, name: "X", value: "1")
!24 = !DIMacro(type: DW_MACINFO_undef, line: 3, name: "X")
!30 = !{i32 2, !"Debug Info Version", i32 3}
!31 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "decltype(nullptr)")
!32 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !36, ptrAuthKey: 1, ptrAuthIsAddressDiscriminated: true, ptrAuthExtraDiscriminator: 7)
!33 = !{!12, !13}
!34 = !{!35}
!35 = !{!"btf_decl_tag", !"a"}
!36 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64, dwarfAddressSpace: 2)
