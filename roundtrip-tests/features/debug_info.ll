@v = global i32 1, !dbg !10

define void @f(i32 %x) !dbg !4 {
    #dbg_value(!DIArgList(i32 %x, i32 3), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !8)
  %y = alloca i32, align 4, !DIAssignID !14
    #dbg_assign(i32 %x, !7, !DIExpression(), !14, ptr %y, !DIExpression(), !8)
  ret void, !dbg !9
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, isOptimized: true, flags: "-O2", runtimeVersion: 0, emissionKind: FullDebug, globals: !12, macros: !15)
!2 = !DIFile(filename: "a.c", directory: "/d", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f", source: "int v;")
!3 = !DISubroutineType(cc: DW_CC_normal, types: !{null, !6})
!4 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !1, templateParams: !{!5}, keyInstructions: true)
!5 = !DITemplateTypeParameter(name: "T", type: !6, defaulted: true)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !2, line: 1, type: !6)
!8 = !DILocation(line: 1, column: 2, scope: !4)
!9 = !DILocation(line: 2, scope: !4, isImplicitCode: true, atomGroup: 1, atomRank: 1)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "v", scope: !1, file: !2, line: 3, type: !13, isLocal: false, isDefinition: true, align: 64)
!12 = !{!10}
!13 = !DICompositeType(tag: DW_TAG_variant_part, scope: !1, file: !2, size: 32, elements: !{})
!14 = distinct !DIAssignID()
!15 = !{!16}
!16 = !DIMacro(type: DW_MACINFO_define, line: 1, name: "N", value: "1")
