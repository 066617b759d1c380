; What stays in the table of metadata, and why: no attribute gives exactly these nodes back.
; RUN: tern import %s
; RUN: tern import %s | mlir-opt --allow-unregistered-dialect --mlir-print-debuginfo | tern export | opt -S --disable-output
; RUN: tern import %s | tern export
%element = type { i32, ptr, ptr }

; The elements are of a struct with a name.
@llvm.global_ctors = appending global [1 x %element] [%element { i32 65535, ptr @f, ptr null }]

define void @f(ptr %p, i1 %c) !dbg !12 !prof !36 {
entry:
    #dbg_value(ptr %p, !16, !DIExpression(), !17)
    ; A location in a scope that is in the table.
    #dbg_value(!DIArgList(ptr %p, ptr %p), !16, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !19)
  ; TBAA whose root has no name, or whose offset has another width.
  %a = load i32, ptr %p, align 4, !tbaa !1
  %b = load i32, ptr %p, align 4, !tbaa !4, !dbg !18
  ; Two kinds of one field: the second one.
  %d = load ptr, ptr %p, align 8, !dereferenceable !8, !dereferenceable_or_null !8, !dbg !19
  ; A hint in the source; numbers of another width.
  br i1 %c, label %x, label %y, !prof !9, !dbg !20
x:
  ; A list of one group; a group that is no distinct node.
  store i32 0, ptr %p, align 4, !llvm.access.group !10
  br i1 %c, label %x, label %y, !prof !22, !llvm.loop !23
y:
  ; Properties in another order; a loop that something else refers to; one with a property that MLIR does not know.
  br i1 %c, label %y, label %z, !llvm.loop !24
z:
  br i1 %c, label %z, label %e, !llvm.loop !25
e:
  ; The scope of the domain has the identity of another.
  store i32 0, ptr %p, align 4, !alias.scope !29
  ret void
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!13}
!llvm.ident = !{!32, !32}
!loops = !{!24}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = distinct !{!3}
!4 = !{!5, !5, i32 0}
!5 = !{!"int", !6, i32 0}
!6 = !{!"root"}
!8 = !{i64 8}
!9 = !{!"branch_weights", !"expected", i32 1, i32 7}
!10 = !{!11}
!11 = distinct !{}
; The second of two blocks that only their identity tells apart, and what is in it.
!12 = distinct !DISubprogram(name: "f", scope: !14, file: !14, line: 1, type: !15, spFlags: DISPFlagDefinition, unit: !13)
!13 = distinct !DICompileUnit(language: DW_LANG_C11, file: !14, producer: "hand", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!14 = !DIFile(filename: "f.c", directory: "/")
!15 = !DISubroutineType(types: !33)
!16 = !DILocalVariable(name: "x", scope: !12, file: !14, line: 1, type: !34)
!17 = !DILocation(line: 2, column: 3, scope: !12)
!18 = !DILocation(line: 3, column: 1, scope: !21)
!19 = !DILocation(line: 4, column: 1, scope: !31)
!20 = distinct !DILocation(line: 5, column: 1, scope: !12)
!21 = distinct !DILexicalBlock(scope: !12, file: !14, line: 3)
!22 = !{!"branch_weights", i64 1, i64 7}
!23 = distinct !{!23, !26, !27}
!24 = distinct !{!24, !27}
!25 = distinct !{!25, !28}
!26 = !{!"llvm.loop.unroll.disable"}
!27 = !{!"llvm.loop.mustprogress"}
!28 = !{!"llvm.loop.of.another.compiler"}
!29 = !{!30}
!30 = distinct !{!30, !35}
!31 = distinct !DILexicalBlock(scope: !12, file: !14, line: 3)
!32 = !{!"tern"}
!33 = !{null}
; A type that refers to itself without a name: the inner one has no attribute.
!34 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !37, size: 64)
!35 = distinct !{!"a distinct domain with a name"}
!36 = !{!"function_entry_count", i64 1, i64 5}
!37 = distinct !DISubroutineType(types: !38)
!38 = !{null, !34}
