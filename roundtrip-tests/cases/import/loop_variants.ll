; Properties of loops, each as it should be and as it should not: which become annotations, and which stay in the table.
; RUN: tern import %s
; RUN: tern import %s | tern export
define void @f0(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !9
  br label %a, !llvm.loop !0
}

define void @f1(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !19
  br label %a, !llvm.loop !10
}

define void @f2(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !29
  br label %a, !llvm.loop !20
}

define void @f3(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !39
  br label %a, !llvm.loop !30
}

define void @f4(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !49
  br label %a, !llvm.loop !40
}

define void @f5(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !59
  br label %a, !llvm.loop !50
}

define void @f6(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !69
  br label %a, !llvm.loop !60
}

define void @f7(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !79
  br label %a, !llvm.loop !70
}

define void @f8(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !89
  br label %a, !llvm.loop !80
}

define void @f9(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !99
  br label %a, !llvm.loop !90
}

define void @f10(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !109
  br label %a, !llvm.loop !100
}

define void @f11(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !119
  br label %a, !llvm.loop !110
}

define void @f12(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !129
  br label %a, !llvm.loop !120
}

define void @f13(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !139
  br label %a, !llvm.loop !130
}

define void @f14(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !149
  br label %a, !llvm.loop !140
}

define void @f15(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !159
  br label %a, !llvm.loop !150
}

define void @f16(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !169
  br label %a, !llvm.loop !160
}

define void @f17(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !179
  br label %a, !llvm.loop !170
}

define void @f18(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !189
  br label %a, !llvm.loop !180
}

define void @f19(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !199
  br label %a, !llvm.loop !190
}

define void @f20(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !209
  br label %a, !llvm.loop !200
}

define void @f21(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !219
  br label %a, !llvm.loop !210
}

define void @f22(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !229
  br label %a, !llvm.loop !220
}

define void @f23(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !239
  br label %a, !llvm.loop !230
}

define void @f24(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !249
  br label %a, !llvm.loop !240
}

define void @f25(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !259
  br label %a, !llvm.loop !250
}

define void @f26(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !269
  br label %a, !llvm.loop !260
}

define void @f27(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !279
  br label %a, !llvm.loop !270
}

define void @f28(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !289
  br label %a, !llvm.loop !280
}

define void @f29(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !299
  br label %a, !llvm.loop !290
}

define void @f30(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !309
  br label %a, !llvm.loop !300
}

define void @f31(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !319
  br label %a, !llvm.loop !310
}

define void @f32(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !329
  br label %a, !llvm.loop !320
}

define void @f33(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !339
  br label %a, !llvm.loop !330
}

define void @f34(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !349
  br label %a, !llvm.loop !340
}

define void @f35(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !359
  br label %a, !llvm.loop !350
}

define void @f36(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !369
  br label %a, !llvm.loop !360
}

define void @f37(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !379
  br label %a, !llvm.loop !370
}

define void @f38(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !389
  br label %a, !llvm.loop !380
}

define void @f39(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !399
  br label %a, !llvm.loop !390
}

define void @f40(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !409
  br label %a, !llvm.loop !400
}

define void @f41(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !419
  br label %a, !llvm.loop !410
}

define void @f42(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !429
  br label %a, !llvm.loop !420
}

define void @f43(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !439
  br label %a, !llvm.loop !430
}

define void @f44(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !449
  br label %a, !llvm.loop !440
}

define void @f45(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !459
  br label %a, !llvm.loop !450
}

define void @f46(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !469
  br label %a, !llvm.loop !460
}

define void @f47(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !479
  br label %a, !llvm.loop !470
}

define void @f48(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !489
  br label %a, !llvm.loop !480
}

define void @f49(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !499
  br label %a, !llvm.loop !490
}

define void @f50(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !509
  br label %a, !llvm.loop !500
}

define void @f51(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !519
  br label %a, !llvm.loop !510
}

define void @f52(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !529
  br label %a, !llvm.loop !520
}

define void @f53(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !539
  br label %a, !llvm.loop !530
}

define void @f54(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !549
  br label %a, !llvm.loop !540
}

define void @f55(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !559
  br label %a, !llvm.loop !550
}

define void @f56(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !569
  br label %a, !llvm.loop !560
}

define void @f57(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !579
  br label %a, !llvm.loop !570
}

define void @f58(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !589
  br label %a, !llvm.loop !580
}

define void @f59(ptr %p) {
  br label %a
a:
  store i32 0, ptr %p, align 4, !llvm.access.group !599
  br label %a, !llvm.loop !590
}

define void @f60() !dbg !612 {
  br label %a
a:
  br label %a, !dbg !615, !llvm.loop !600
}
!llvm.dbg.cu = !{!610}
!llvm.module.flags = !{!618}

define void @f61() !dbg !633 {
  br label %a
a:
  br label %a, !dbg !636, !llvm.loop !621
}
!llvm.dbg.cu = !{!631}

define void @f62() !dbg !654 {
  br label %a
a:
  br label %a, !dbg !657, !llvm.loop !642
}
!llvm.dbg.cu = !{!652}

define void @f63() !dbg !675 {
  br label %a
a:
  br label %a, !dbg !678, !llvm.loop !663
}
!llvm.dbg.cu = !{!673}

define void @f64() !dbg !696 {
  br label %a
a:
  br label %a, !dbg !699, !llvm.loop !684
}
!llvm.dbg.cu = !{!694}

define void @f65() !dbg !717 {
  br label %a
a:
  br label %a, !dbg !720, !llvm.loop !705
}
!llvm.dbg.cu = !{!715}

define void @f66() !dbg !738 {
  br label %a
a:
  br label %a, !dbg !741, !llvm.loop !726
}
!llvm.dbg.cu = !{!736}

define void @f67() !dbg !759 {
  br label %a
a:
  br label %a, !dbg !762, !llvm.loop !747
}
!llvm.dbg.cu = !{!757}

!9 = distinct !{}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!19 = distinct !{}
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.vectorize.enable", i1 false}
!29 = distinct !{}
!20 = distinct !{!20, !21}
!21 = !{!"llvm.loop.vectorize.enable", i32 1}
!39 = distinct !{}
!30 = distinct !{!30, !31}
!31 = !{!"llvm.loop.vectorize.enable"}
!49 = distinct !{}
!40 = distinct !{!40, !41}
!41 = !{!"llvm.loop.vectorize.enable", i1 true, i1 true}
!59 = distinct !{}
!50 = distinct !{!50, !51}
!51 = !{!"llvm.loop.vectorize.width", i32 4}
!69 = distinct !{}
!60 = distinct !{!60, !61}
!61 = !{!"llvm.loop.vectorize.width", i64 4}
!79 = distinct !{}
!70 = distinct !{!70, !71}
!71 = !{!"llvm.loop.vectorize.scalable.enable", i1 true}
!89 = distinct !{}
!80 = distinct !{!80, !81}
!81 = !{!"llvm.loop.vectorize.predicate.enable", i1 false}
!99 = distinct !{}
!90 = distinct !{!90, !91}
!91 = !{!"llvm.loop.interleave.count", i32 2}
!109 = distinct !{}
!100 = distinct !{!100, !101}
!101 = !{!"llvm.loop.interleave.count", !"x"}
!119 = distinct !{}
!110 = distinct !{!110, !111}
!111 = !{!"llvm.loop.unroll.disable"}
!129 = distinct !{}
!120 = distinct !{!120, !121}
!121 = !{!"llvm.loop.unroll.enable"}
!139 = distinct !{}
!130 = distinct !{!130, !131}
!131 = !{!"llvm.loop.unroll.full"}
!149 = distinct !{}
!140 = distinct !{!140, !141}
!141 = !{!"llvm.loop.unroll.count", i32 8}
!159 = distinct !{}
!150 = distinct !{!150, !151}
!151 = !{!"llvm.loop.unroll.count", i1 true}
!169 = distinct !{}
!160 = distinct !{!160, !161}
!161 = !{!"llvm.loop.unroll.runtime.disable"}
!179 = distinct !{}
!170 = distinct !{!170, !171}
!171 = !{!"llvm.loop.unroll.runtime.disable", i1 true}
!189 = distinct !{}
!180 = distinct !{!180, !181}
!181 = !{!"llvm.loop.unroll_and_jam.disable"}
!199 = distinct !{}
!190 = distinct !{!190, !191}
!191 = !{!"llvm.loop.unroll_and_jam.enable"}
!209 = distinct !{}
!200 = distinct !{!200, !201}
!201 = !{!"llvm.loop.unroll_and_jam.count", i32 3}
!219 = distinct !{}
!210 = distinct !{!210, !211}
!211 = !{!"llvm.loop.licm_versioning.disable"}
!229 = distinct !{}
!220 = distinct !{!220, !221}
!221 = !{!"llvm.licm.disable"}
!239 = distinct !{}
!230 = distinct !{!230, !231}
!231 = !{!"llvm.loop.distribute.enable", i1 true}
!249 = distinct !{}
!240 = distinct !{!240, !241}
!241 = !{!"llvm.loop.distribute.enable", i1 false}
!259 = distinct !{}
!250 = distinct !{!250, !251}
!251 = !{!"llvm.loop.pipeline.disable", i1 true}
!269 = distinct !{}
!260 = distinct !{!260, !261}
!261 = !{!"llvm.loop.pipeline.disable", i1 false}
!279 = distinct !{}
!270 = distinct !{!270, !271}
!271 = !{!"llvm.loop.pipeline.initiationinterval", i32 7}
!289 = distinct !{}
!280 = distinct !{!280, !281}
!281 = !{!"llvm.loop.peeled.count", i32 3}
!299 = distinct !{}
!290 = distinct !{!290, !291}
!291 = !{!"llvm.loop.mustprogress"}
!309 = distinct !{}
!300 = distinct !{!300, !301}
!301 = !{!"llvm.loop.mustprogress", i1 true}
!319 = distinct !{}
!310 = distinct !{!310, !311}
!311 = !{!"llvm.loop.isvectorized"}
!329 = distinct !{}
!320 = distinct !{!320, !321}
!321 = !{!"llvm.loop.isvectorized", i32 1}
!339 = distinct !{}
!330 = distinct !{!330, !331}
!331 = !{!"llvm.loop.isvectorized", i32 0}
!349 = distinct !{}
!340 = distinct !{!340, !341}
!341 = !{!"llvm.loop.isvectorized", i32 2}
!359 = distinct !{}
!350 = distinct !{!350, !351}
!351 = !{!"llvm.loop.isvectorized", i1 1}
!369 = distinct !{}
!360 = distinct !{!360, !361}
!361 = !{!"llvm.loop.disable_nonforced"}
!379 = distinct !{}
!370 = distinct !{!370, !371}
!371 = !{!"llvm.loop.parallel_accesses", !379}
!389 = distinct !{}
!380 = distinct !{!380, !381}
!381 = !{!"llvm.loop.parallel_accesses"}
!399 = distinct !{}
!390 = distinct !{!390, !391}
!391 = !{!"llvm.loop.parallel_accesses", i32 1}
!409 = distinct !{}
!400 = distinct !{!400, !401}
!401 = !{!"llvm.loop.parallel_accesses", !408}
!408 = distinct !{}
!419 = distinct !{}
!410 = distinct !{!410, !411}
!411 = !{!"llvm.loop.parallel_accesses", !418}
!418 = !{!419, !417}
!417 = distinct !{}
!429 = distinct !{}
!420 = distinct !{!420, !421}
!421 = !{!"llvm.loop.parallel_accesses", !428}
!428 = !{!429, !429}
!439 = distinct !{}
!430 = distinct !{!430, !431}
!431 = !{!"llvm.loop.parallel_accesses", !439, !438}
!438 = !{i32 1}
!449 = distinct !{}
!440 = distinct !{!440, !441}
!441 = !{!"llvm.loop.vectorize.followup_all", !448}
!448 = distinct !{!448, !447}
!447 = !{!"llvm.loop.isvectorized", i32 1}
!459 = distinct !{}
!450 = distinct !{!450, !451}
!451 = !{!"llvm.loop.vectorize.followup_all", i32 1}
!469 = distinct !{}
!460 = distinct !{!460, !461}
!461 = !{!"llvm.loop.vectorize.followup_all", !468, !468}
!468 = distinct !{!468}
!479 = distinct !{}
!470 = distinct !{!470, !471}
!471 = !{!"llvm.loop.unroll.followup_remainder", !478}
!478 = distinct !{!478, !477}
!477 = !{!"llvm.loop.unknown"}
!489 = distinct !{}
!480 = distinct !{!480, !481}
!481 = !{!"llvm.loop.unknown", i32 1}
!499 = distinct !{}
!490 = distinct !{!490, !491}
!491 = !{!"unknown"}
!509 = distinct !{}
!500 = distinct !{!500, !501}
!501 = !{}
!519 = distinct !{}
!510 = distinct !{!510, !511}
!511 = !{i32 1}
!529 = distinct !{}
!520 = distinct !{!520, !521}
!521 = !{i32 1, !"x"}
!539 = distinct !{}
!530 = distinct !{!530, !531, !532}
!531 = !{!"llvm.loop.unroll.disable"}
!532 = !{!"llvm.loop.unroll.enable"}
!549 = distinct !{}
!540 = distinct !{!540, !541, !542}
!541 = !{!"llvm.loop.unroll.enable"}
!542 = !{!"llvm.loop.unroll.disable", i1 true}
!559 = distinct !{}
!550 = distinct !{!550, !551, !552}
!551 = !{!"llvm.loop.unroll.count", i32 4}
!552 = !{!"llvm.loop.unroll.enable", i1 true}
!569 = distinct !{}
!560 = distinct !{!560, !561, !562, !563}
!561 = !{!"llvm.loop.unroll.count", i32 4}
!562 = !{!"llvm.loop.mustprogress"}
!563 = !{!"llvm.loop.unknown"}
!579 = distinct !{}
!570 = distinct !{!570, i32 1}
!589 = distinct !{}
!580 = distinct !{!580}
!599 = distinct !{}
!590 = distinct !{!591}
!591 = !{!"llvm.loop.mustprogress"}
!600 = distinct !{!600, !615}
!610 = distinct !DICompileUnit(language: DW_LANG_C11, file: !611, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!611 = !DIFile(filename: "f.c", directory: "/")
!612 = distinct !DISubprogram(name: "f", scope: !611, file: !611, type: !613, spFlags: DISPFlagDefinition, unit: !610)
!613 = !DISubroutineType(types: !614)
!614 = !{null}
!615 = !DILocation(line: 1, column: 2, scope: !612)
!616 = !DILocation(line: 7, column: 1, scope: !612)
!617 = !{!"llvm.loop.mustprogress"}
!618 = !{i32 2, !"Debug Info Version", i32 3}
!619 = !DILocation(line: 9, column: 1, scope: !612, inlinedAt: !620)
!620 = distinct !DILocation(line: 10, scope: !612)
!621 = distinct !{!621, !636, !637}
!631 = distinct !DICompileUnit(language: DW_LANG_C11, file: !632, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!632 = !DIFile(filename: "f.c", directory: "/")
!633 = distinct !DISubprogram(name: "f", scope: !632, file: !632, type: !634, spFlags: DISPFlagDefinition, unit: !631)
!634 = !DISubroutineType(types: !635)
!635 = !{null}
!636 = !DILocation(line: 1, column: 2, scope: !633)
!637 = !DILocation(line: 7, column: 1, scope: !633)
!638 = !{!"llvm.loop.mustprogress"}
!639 = !{i32 2, !"Debug Info Version", i32 3}
!640 = !DILocation(line: 9, column: 1, scope: !633, inlinedAt: !641)
!641 = distinct !DILocation(line: 10, scope: !633)
!642 = distinct !{!642, !657, !658, !659}
!652 = distinct !DICompileUnit(language: DW_LANG_C11, file: !653, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!653 = !DIFile(filename: "f.c", directory: "/")
!654 = distinct !DISubprogram(name: "f", scope: !653, file: !653, type: !655, spFlags: DISPFlagDefinition, unit: !652)
!655 = !DISubroutineType(types: !656)
!656 = !{null}
!657 = !DILocation(line: 1, column: 2, scope: !654)
!658 = !DILocation(line: 7, column: 1, scope: !654)
!659 = !{!"llvm.loop.mustprogress"}
!660 = !{i32 2, !"Debug Info Version", i32 3}
!661 = !DILocation(line: 9, column: 1, scope: !654, inlinedAt: !662)
!662 = distinct !DILocation(line: 10, scope: !654)
!663 = distinct !{!663, !678, !680, !679}
!673 = distinct !DICompileUnit(language: DW_LANG_C11, file: !674, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!674 = !DIFile(filename: "f.c", directory: "/")
!675 = distinct !DISubprogram(name: "f", scope: !674, file: !674, type: !676, spFlags: DISPFlagDefinition, unit: !673)
!676 = !DISubroutineType(types: !677)
!677 = !{null}
!678 = !DILocation(line: 1, column: 2, scope: !675)
!679 = !DILocation(line: 7, column: 1, scope: !675)
!680 = !{!"llvm.loop.mustprogress"}
!681 = !{i32 2, !"Debug Info Version", i32 3}
!682 = !DILocation(line: 9, column: 1, scope: !675, inlinedAt: !683)
!683 = distinct !DILocation(line: 10, scope: !675)
!684 = distinct !{!684, !701, !699, !700}
!694 = distinct !DICompileUnit(language: DW_LANG_C11, file: !695, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!695 = !DIFile(filename: "f.c", directory: "/")
!696 = distinct !DISubprogram(name: "f", scope: !695, file: !695, type: !697, spFlags: DISPFlagDefinition, unit: !694)
!697 = !DISubroutineType(types: !698)
!698 = !{null}
!699 = !DILocation(line: 1, column: 2, scope: !696)
!700 = !DILocation(line: 7, column: 1, scope: !696)
!701 = !{!"llvm.loop.mustprogress"}
!702 = !{i32 2, !"Debug Info Version", i32 3}
!703 = !DILocation(line: 9, column: 1, scope: !696, inlinedAt: !704)
!704 = distinct !DILocation(line: 10, scope: !696)
!705 = distinct !{!705, !720, !721, !720}
!715 = distinct !DICompileUnit(language: DW_LANG_C11, file: !716, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!716 = !DIFile(filename: "f.c", directory: "/")
!717 = distinct !DISubprogram(name: "f", scope: !716, file: !716, type: !718, spFlags: DISPFlagDefinition, unit: !715)
!718 = !DISubroutineType(types: !719)
!719 = !{null}
!720 = !DILocation(line: 1, column: 2, scope: !717)
!721 = !DILocation(line: 7, column: 1, scope: !717)
!722 = !{!"llvm.loop.mustprogress"}
!723 = !{i32 2, !"Debug Info Version", i32 3}
!724 = !DILocation(line: 9, column: 1, scope: !717, inlinedAt: !725)
!725 = distinct !DILocation(line: 10, scope: !717)
!726 = distinct !{!726, !745}
!736 = distinct !DICompileUnit(language: DW_LANG_C11, file: !737, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!737 = !DIFile(filename: "f.c", directory: "/")
!738 = distinct !DISubprogram(name: "f", scope: !737, file: !737, type: !739, spFlags: DISPFlagDefinition, unit: !736)
!739 = !DISubroutineType(types: !740)
!740 = !{null}
!741 = !DILocation(line: 1, column: 2, scope: !738)
!742 = !DILocation(line: 7, column: 1, scope: !738)
!743 = !{!"llvm.loop.mustprogress"}
!744 = !{i32 2, !"Debug Info Version", i32 3}
!745 = !DILocation(line: 9, column: 1, scope: !738, inlinedAt: !746)
!746 = distinct !DILocation(line: 10, scope: !738)
!747 = distinct !{!747, !762, !766, !764}
!757 = distinct !DICompileUnit(language: DW_LANG_C11, file: !758, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!758 = !DIFile(filename: "f.c", directory: "/")
!759 = distinct !DISubprogram(name: "f", scope: !758, file: !758, type: !760, spFlags: DISPFlagDefinition, unit: !757)
!760 = !DISubroutineType(types: !761)
!761 = !{null}
!762 = !DILocation(line: 1, column: 2, scope: !759)
!763 = !DILocation(line: 7, column: 1, scope: !759)
!764 = !{!"llvm.loop.mustprogress"}
!765 = !{i32 2, !"Debug Info Version", i32 3}
!766 = !DILocation(line: 9, column: 1, scope: !759, inlinedAt: !767)
!767 = distinct !DILocation(line: 10, scope: !759)
