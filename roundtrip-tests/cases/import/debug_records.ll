; RUN: tern import %s
define void @f(i32 %x, ptr %p) !dbg !4 {
    #dbg_value(i32 %x, !7, !DIExpression(), !13)
    #dbg_declare(ptr %p, !7, !DIExpression(DW_OP_deref), !13)
    #dbg_value(!DIArgList(i32 %x, i32 1), !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !13)
    #dbg_value(i32 poison, !7, !DIExpression(), !13)
    #dbg_label(!14, !13)
  ret void, !dbg !13
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !2)
!1 = !DIFile(filename: "f.c", directory: "/", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000")
!2 = !{}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 1, type: !8)
!8 = !DIDerivedType(tag: DW_TAG_typedef, name: "t", file: !1, baseType: !9)
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: 64, elements: !10)
!10 = !{!11}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "self", scope: !9, baseType: !12, size: 64)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !9, size: 64)
!13 = !DILocation(line: 2, column: 3, scope: !4)
!14 = !DILabel(scope: !4, name: "l", file: !1, line: 2)
