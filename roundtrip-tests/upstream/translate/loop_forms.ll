; ARGS: --import-llvm --split-input-file --emit-expensive-warnings
; Properties of loops: each as it should be and as it should not.
define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.enable", i1 false}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.enable", i32 1}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.enable"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.enable", i1 true, i1 true}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.width", i32 4}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.width", i64 4}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.scalable.enable", i1 true}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.predicate.enable", i1 false}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.interleave.count", i32 2}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.interleave.count", !"x"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.enable"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 8}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i1 true}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.runtime.disable"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.runtime.disable", i1 true}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll_and_jam.disable"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll_and_jam.enable"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll_and_jam.count", i32 3}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.licm_versioning.disable"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.licm.disable"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.distribute.enable", i1 true}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.distribute.enable", i1 false}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.pipeline.disable", i1 true}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.pipeline.disable", i1 false}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.pipeline.initiationinterval", i32 7}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.peeled.count", i32 3}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress", i1 true}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.isvectorized"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.isvectorized", i32 1}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.isvectorized", i32 0}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.isvectorized", i32 2}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.isvectorized", i1 1}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.disable_nonforced"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !9}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", i32 1}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !8}
!8 = distinct !{}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !8}
!8 = !{!9, !7}
!7 = distinct !{}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !8}
!8 = !{!9, !9}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.parallel_accesses", !9, !8}
!8 = !{i32 1}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.followup_all", !8}
!8 = distinct !{!8, !7}
!7 = !{!"llvm.loop.isvectorized", i32 1}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.followup_all", i32 1}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.followup_all", !8, !8}
!8 = distinct !{!8}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.followup_remainder", !8}
!8 = distinct !{!8, !7}
!7 = !{!"llvm.loop.unknown"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unknown", i32 1}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"unknown"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{i32 1}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{i32 1, !"x"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = !{!"llvm.loop.unroll.enable"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.unroll.enable"}
!2 = !{!"llvm.loop.unroll.disable", i1 true}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.unroll.count", i32 4}
!2 = !{!"llvm.loop.unroll.enable", i1 true}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, !1, !2, !3}
!1 = !{!"llvm.loop.unroll.count", i32 4}
!2 = !{!"llvm.loop.mustprogress"}
!3 = !{!"llvm.loop.unknown"}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0, i32 1}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!0}

; // -----

define void @f(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}
!9 = distinct !{}
!0 = distinct !{!1}
!1 = !{!"llvm.loop.mustprogress"}

; // -----

define void @f() !dbg !12 {
  br label %a
a:
  br label %a, !dbg !15, !llvm.loop !0
}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!18}
!0 = distinct !{!0, !15}
!10 = distinct !DICompileUnit(language: DW_LANG_C11, file: !11, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!11 = !DIFile(filename: "f.c", directory: "/")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, type: !13, spFlags: DISPFlagDefinition, unit: !10)
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!15 = !DILocation(line: 1, column: 2, scope: !12)
!16 = !DILocation(line: 7, column: 1, scope: !12)
!17 = !{!"llvm.loop.mustprogress"}
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = !DILocation(line: 9, column: 1, scope: !12, inlinedAt: !20)
!20 = distinct !DILocation(line: 10, scope: !12)

; // -----

define void @f() !dbg !12 {
  br label %a
a:
  br label %a, !dbg !15, !llvm.loop !0
}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!18}
!0 = distinct !{!0, !15, !16}
!10 = distinct !DICompileUnit(language: DW_LANG_C11, file: !11, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!11 = !DIFile(filename: "f.c", directory: "/")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, type: !13, spFlags: DISPFlagDefinition, unit: !10)
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!15 = !DILocation(line: 1, column: 2, scope: !12)
!16 = !DILocation(line: 7, column: 1, scope: !12)
!17 = !{!"llvm.loop.mustprogress"}
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = !DILocation(line: 9, column: 1, scope: !12, inlinedAt: !20)
!20 = distinct !DILocation(line: 10, scope: !12)

; // -----

define void @f() !dbg !12 {
  br label %a
a:
  br label %a, !dbg !15, !llvm.loop !0
}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!18}
!0 = distinct !{!0, !15, !16, !17}
!10 = distinct !DICompileUnit(language: DW_LANG_C11, file: !11, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!11 = !DIFile(filename: "f.c", directory: "/")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, type: !13, spFlags: DISPFlagDefinition, unit: !10)
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!15 = !DILocation(line: 1, column: 2, scope: !12)
!16 = !DILocation(line: 7, column: 1, scope: !12)
!17 = !{!"llvm.loop.mustprogress"}
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = !DILocation(line: 9, column: 1, scope: !12, inlinedAt: !20)
!20 = distinct !DILocation(line: 10, scope: !12)

; // -----

define void @f() !dbg !12 {
  br label %a
a:
  br label %a, !dbg !15, !llvm.loop !0
}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!18}
!0 = distinct !{!0, !15, !17, !16}
!10 = distinct !DICompileUnit(language: DW_LANG_C11, file: !11, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!11 = !DIFile(filename: "f.c", directory: "/")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, type: !13, spFlags: DISPFlagDefinition, unit: !10)
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!15 = !DILocation(line: 1, column: 2, scope: !12)
!16 = !DILocation(line: 7, column: 1, scope: !12)
!17 = !{!"llvm.loop.mustprogress"}
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = !DILocation(line: 9, column: 1, scope: !12, inlinedAt: !20)
!20 = distinct !DILocation(line: 10, scope: !12)

; // -----

define void @f() !dbg !12 {
  br label %a
a:
  br label %a, !dbg !15, !llvm.loop !0
}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!18}
!0 = distinct !{!0, !17, !15, !16}
!10 = distinct !DICompileUnit(language: DW_LANG_C11, file: !11, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!11 = !DIFile(filename: "f.c", directory: "/")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, type: !13, spFlags: DISPFlagDefinition, unit: !10)
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!15 = !DILocation(line: 1, column: 2, scope: !12)
!16 = !DILocation(line: 7, column: 1, scope: !12)
!17 = !{!"llvm.loop.mustprogress"}
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = !DILocation(line: 9, column: 1, scope: !12, inlinedAt: !20)
!20 = distinct !DILocation(line: 10, scope: !12)

; // -----

define void @f() !dbg !12 {
  br label %a
a:
  br label %a, !dbg !15, !llvm.loop !0
}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!18}
!0 = distinct !{!0, !15, !16, !15}
!10 = distinct !DICompileUnit(language: DW_LANG_C11, file: !11, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!11 = !DIFile(filename: "f.c", directory: "/")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, type: !13, spFlags: DISPFlagDefinition, unit: !10)
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!15 = !DILocation(line: 1, column: 2, scope: !12)
!16 = !DILocation(line: 7, column: 1, scope: !12)
!17 = !{!"llvm.loop.mustprogress"}
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = !DILocation(line: 9, column: 1, scope: !12, inlinedAt: !20)
!20 = distinct !DILocation(line: 10, scope: !12)

; // -----

define void @f() !dbg !12 {
  br label %a
a:
  br label %a, !dbg !15, !llvm.loop !0
}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!18}
!0 = distinct !{!0, !19}
!10 = distinct !DICompileUnit(language: DW_LANG_C11, file: !11, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!11 = !DIFile(filename: "f.c", directory: "/")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, type: !13, spFlags: DISPFlagDefinition, unit: !10)
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!15 = !DILocation(line: 1, column: 2, scope: !12)
!16 = !DILocation(line: 7, column: 1, scope: !12)
!17 = !{!"llvm.loop.mustprogress"}
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = !DILocation(line: 9, column: 1, scope: !12, inlinedAt: !20)
!20 = distinct !DILocation(line: 10, scope: !12)

; // -----

define void @f() !dbg !12 {
  br label %a
a:
  br label %a, !dbg !15, !llvm.loop !0
}
!llvm.dbg.cu = !{!10}
!llvm.module.flags = !{!18}
!0 = distinct !{!0, !15, !19, !17}
!10 = distinct !DICompileUnit(language: DW_LANG_C11, file: !11, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!11 = !DIFile(filename: "f.c", directory: "/")
!12 = distinct !DISubprogram(name: "f", scope: !11, file: !11, type: !13, spFlags: DISPFlagDefinition, unit: !10)
!13 = !DISubroutineType(types: !14)
!14 = !{null}
!15 = !DILocation(line: 1, column: 2, scope: !12)
!16 = !DILocation(line: 7, column: 1, scope: !12)
!17 = !{!"llvm.loop.mustprogress"}
!18 = !{i32 2, !"Debug Info Version", i32 3}
!19 = !DILocation(line: 9, column: 1, scope: !12, inlinedAt: !20)
!20 = distinct !DILocation(line: 10, scope: !12)
