; RUN: tern query 'store to @x in functions called from main' %s
; RUN: tern query --json 'call where operand 0 is call to malloc' %s
; RUN: tern query --count 'instructions' %s
; RUN: tern query --no-lines 'functions not called' %s
; RUN: tern query 'blocks in loops' %s
; RUN: tern query 'at loop.c:4' %s
; RUN: tern query 'globals constant unused' %s
; RUN: tern query 'call to mallok' %s
; RUN: tern query 'call in lops' %s
; RUN: tern query 'stor to @x' %s
; RUN: llvm-as %s -o - | tern query --count 'call' %s -
; RUN: llvm-as %s -o - | tern query 'call to visit'

@x = global i32 0
@limit = internal constant i64 8

declare ptr @malloc(i64)

define internal void @set() {
entry:
  store i32 1, ptr @x
  ret void
}

define internal void @visit(ptr %p) {
  ret void
}

define void @main(i1 %c) !dbg !3 {
entry:
  br label %loop

loop:
  call void @set(), !dbg !5
  %item = call ptr @malloc(i64 16)
  call void @visit(ptr %item)
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "loop.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !6)
!5 = !DILocation(line: 4, column: 7, scope: !3)
!6 = !{null}
