; ARGS: -import-llvm -mlir-print-debuginfo
; Barriers as NVVM had them once: LLVM's reader replaces them, and what the calls have besides arguments and places is gone.
define i32 @declared(i32 %barrier, i32 %count) !dbg !4 {
  call void @llvm.nvvm.barrier0(), !dbg !7
  tail call void @llvm.nvvm.barrier.n(i32 %barrier) #0
  call void @llvm.nvvm.bar.sync(i32 7)
  call void @llvm.nvvm.barrier(i32 %barrier, i32 %count), !mine !8
  call void @llvm.nvvm.barrier.sync(i32 %barrier)
  call void @llvm.nvvm.barrier.sync.cnt(i32 %barrier, i32 %count)
  %number = call i32 @llvm.nvvm.barrier0.popc(i32 %barrier), !dbg !7
  %all = call i32 @llvm.nvvm.barrier0.and(i32 %number), !dbg !7
  %any = call i32 @llvm.nvvm.barrier0.or(i32 %all), !dbg !7
  %sum = add i32 %all, %any
  ret i32 %sum
}

define void @again(i32 %x) {
  br i1 true, label %a, label %b
a:
  call void @llvm.nvvm.barrier0()
  br label %b
b:
  %r = phi i32 [ 0, %0 ], [ %x, %a ]
  %s = call i32 @llvm.nvvm.barrier0.or(i32 %r)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 %s)
  ret void
}

declare void @llvm.nvvm.barrier0() #0
declare void @llvm.nvvm.barrier.n(i32)
declare void @llvm.nvvm.bar.sync(i32)
declare void @llvm.nvvm.barrier(i32, i32)
declare void @llvm.nvvm.barrier.sync(i32)
declare void @llvm.nvvm.barrier.sync.cnt(i32, i32)
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare void @between()
declare i32 @llvm.nvvm.barrier0.and(i32)
declare i32 @llvm.nvvm.barrier0.or(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

attributes #0 = { convergent nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "declared", file: !1, unit: !0, type: !5, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 3, column: 4, scope: !4)
!8 = !{}
