; ARGS: --test-import-llvmir
; ARGS: --test-import-llvmir --mlir-print-debuginfo --emit-expensive-warnings --prefer-unregistered-intrinsics
; Loads as MLIR's test dialect imports them: without alignment, ordering or metadata; other instructions as ever.
define i32 @f(ptr %p, i1 %c) !dbg !20 {
entry:
  %a = load i32, ptr %p, align 8, !tbaa !0, !nontemporal !5, !invariant.load !6, !dbg !23
  %b = load volatile <2 x i32>, ptr getelementptr (i8, ptr null, i64 3), align 1
  %c1 = load atomic i32, ptr %p seq_cst, align 4
  %d = load { i32, ptr }, ptr %p, !alias.scope !9, !llvm.access.group !11
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = call i32 @llvm.smax.i32(i32 %a, i32 %x)
  store i32 %m, ptr %p, align 2
  br i1 %c, label %early, label %late
early:
  %y = phi i32 [ %c1, %entry ], [ %z, %late ]
  ret i32 %y
late:
  %z = load i32, ptr %p, !llvm.access.group !11
  br i1 %c, label %early, label %late, !llvm.loop !12
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.smax.i32(i32, i32)
!llvm.module.flags = !{!24}
!llvm.dbg.cu = !{!21}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}
!5 = !{i32 1}
!6 = !{}
!7 = distinct !{!7}
!8 = distinct !{!8, !7}
!9 = !{!8}
!11 = distinct !{}
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.parallel_accesses", !11}
!20 = distinct !DISubprogram(name: "f", file: !22, line: 1, unit: !21, spFlags: DISPFlagDefinition, type: !25)
!21 = distinct !DICompileUnit(language: DW_LANG_C, file: !22, emissionKind: FullDebug)
!22 = !DIFile(filename: "f.c", directory: "/")
!23 = !DILocation(line: 3, column: 4, scope: !20)
!24 = !{i32 2, !"Debug Info Version", i32 3}
!25 = !DISubroutineType(types: !6)
