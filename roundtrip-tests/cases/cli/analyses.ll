; RUN: tern stats %s
; RUN: tern callgraph --format dot %s
; RUN: tern cfg --function main --instructions --dominators %s
; RUN: tern cfg --function main --frequencies %s
; RUN: tern callers --function leaf --json %s
; RUN: tern callees --function main --all %s
; RUN: tern slice --function main --value %total %s
; RUN: tern slice --function main --value %next --forward --json %s
; RUN: tern stack %s
; RUN: tern layout %s
; RUN: tern layout --struct missing %s
; RUN: tern where loop.c:4 %s
; RUN: tern where loop.c:99 %s
; RUN: tern cfg --function mian %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%struct.node = type { i8, i64, ptr }

@table = global [1 x ptr] [ptr @by_pointer]
@node = global %struct.node zeroinitializer

declare void @outside(ptr)

define internal void @leaf() {
  %room = alloca [32 x i8], align 16
  call void @outside(ptr %room)
  ret void
}

define void @by_pointer() {
  ret void
}

define i32 @main(i32 %n, ptr %p) !dbg !3 {
entry:
  %small = alloca i32, align 4
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1, !dbg !5
  call void @leaf(), !dbg !6
  call void %p()
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  %total = mul i32 %next, %n
  ret i32 %total
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "loop.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !7)
!5 = !DILocation(line: 4, column: 7, scope: !3)
!6 = !DILocation(line: 5, column: 3, scope: !3)
!7 = !{null}
