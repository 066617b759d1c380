; A module with one of most things, for tests of the reader.
source_filename = "everything.c"
target datalayout = "e-m:e-p270:32:32-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl x"

%struct.S = type { i32, [4 x i8], ptr }
%opaque = type opaque
%0 = type <{ i8, i32 }>

$c = comdat any

@s = dso_local global %struct.S { i32 1, [4 x i8] c"ab\00c", ptr @t }, comdat($c), align 8, !type !0
@t = internal unnamed_addr constant %0 <{ i8 -1, i32 7 }>
@u = external thread_local(initialexec) global i128
@v = global <4 x float> splat (float 1.000000e+00), section "x"
@w = global ptr getelementptr inbounds (i8, ptr @s, i64 4)
@a = alias i32, ptr @s
@0 = private global x86_fp80 0xK3FFF8000000000000000
@big = global i100 -5

declare i32 @printf(ptr noundef captures(none), ...) #0
declare i32 @__gxx_personality_v0(...)

define i32 @f(i32 noundef %n, ptr %"p q") #1 personality ptr @__gxx_personality_v0 !dbg !6 {
entry:
  %x = alloca %struct.S, align 8
  %g = getelementptr inbounds nuw %struct.S, ptr %x, i64 0, i32 1, i64 2
    #dbg_value(i32 %n, !8, !DIExpression(DW_OP_plus_uconst, 4), !9)
  store atomic i32 %n, ptr %"p q" syncscope("agent") release, align 4
  %c = icmp samesign ult i32 %n, 10
  br i1 %c, label %then, label %else, !prof !1

then:                                             ; preds = %entry
  %r = call fast float @llvm.sqrt.f32(float 2.000000e+00)
  %v = invoke i32 (ptr, ...) @printf(ptr @s, i32 %n)
          to label %ok unwind label %lpad, !dbg !9

ok:
  switch i32 %v, label %else [
    i32 1, label %exit
    i32 2, label %exit
  ]

lpad:
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  resume { ptr, i32 } %l

else:
  %k = phi i32 [ 3, %entry ], [ %v, %ok ]
  %1 = atomicrmw add ptr %"p q", i32 %k seq_cst, align 4
  %2 = cmpxchg weak ptr %"p q", i32 0, i32 1 acq_rel monotonic, align 4
  %3 = shufflevector <2 x i32> <i32 1, i32 2>, <2 x i32> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 0>
  br label %exit

exit:
  %m = phi i32 [ %v, %ok ], [ %v, %ok ], [ %1, %else ]
  call void asm sideeffect "nop", "~{memory}"() #2 [ "deopt"(i32 %m) ]
  ret i32 %m
}

declare float @llvm.sqrt.f32(float)

attributes #0 = { nounwind "frame-pointer"="all" }
attributes #1 = { memory(argmem: readwrite) uwtable "target-cpu"="x86-64" }
attributes #2 = { nounwind }

!llvm.module.flags = !{!2, !10}
!llvm.dbg.cu = !{!3}

!0 = !{i64 0, !"S"}
!1 = !{!"branch_weights", i32 1, i32 2}
!2 = !{i32 1, !"wchar_size", i32 4}
!3 = distinct !DICompileUnit(language: DW_LANG_C11, file: !4, emissionKind: FullDebug)
!4 = !DIFile(filename: "everything.c", directory: "/")
!5 = !DISubroutineType(types: !{null})
!6 = distinct !DISubprogram(name: "f", scope: !4, file: !4, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !3)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "n", arg: 1, scope: !6, file: !4, line: 1, type: !7)
!9 = !DILocation(line: 2, column: 3, scope: !6)
!10 = !{i32 2, !"Debug Info Version", i32 3}
