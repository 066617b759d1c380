; ARGS: --import-llvm --mlir-print-debuginfo
; ARGS: --import-llvm --mlir-print-debuginfo --drop-di-composite-type-elements
; Elements of composite types: all, some that are no nodes, none; of vectors, which need theirs.
define void @f() !dbg !3 {
  ret void, !dbg !30
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !1)
!4 = !DISubroutineType(types: !5)
!5 = !{null, !10, !12, !14, !16, !18, !20}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DISubrange(count: 4)
!8 = !{!7}
!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 128, flags: DIFlagVector, elements: !8)
!12 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 128, elements: !8)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, size: 256, flags: DIFlagVector | DIFlagPublic, elements: !8)
!16 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", file: !2, size: 32, elements: !17)
!17 = !{!22, !23}
!18 = !DICompositeType(tag: DW_TAG_structure_type, name: "t", file: !2, size: 32, flags: DIFlagPublic, elements: !19)
!19 = !{!22}
!20 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", file: !2, size: 32, elements: !21)
!21 = !{!24, !25}
!22 = !DIDerivedType(tag: DW_TAG_member, name: "a", baseType: !6, size: 32)
!23 = !DIDerivedType(tag: DW_TAG_member, name: "b", baseType: !6, size: 32, offset: 32)
!24 = !DIEnumerator(name: "x", value: 1)
!25 = !DIEnumerator(name: "y", value: 2)
!30 = !DILocation(line: 1, scope: !3)
