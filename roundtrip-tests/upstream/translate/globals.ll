; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
source_filename = "x/y.c"
target datalayout = "e-m:e-p270:32:32-p:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
module asm "a"
module asm ".globl x"
module asm ""
$c = comdat any
$d = comdat largest
$unused = comdat nodeduplicate
@a = private unnamed_addr constant [4 x i8] c"abc\00", align 1
@b = internal local_unnamed_addr global i32 1, comdat($c)
@c = linkonce_odr hidden global i32 1, comdat
@w = weak protected dllexport global i64 0
@ext = external dso_local global ptr
@extw = extern_weak global i8
@com = common global i32 0
@avail = available_externally global i32 3
@tl = thread_local(localdynamic) global i32 0
@ei = externally_initialized global i32 3, partition "p", code_model "large"
@san = global i32 0, no_sanitize_address, sanitize_memtag
@attr = global i32 0 #0
@meta = global i32 0, !type !0, !dbg !5
@null = global ptr null
@und = global i64 undef
@poi = global <4 x i32> poison
@nest = global [2 x [2 x i32]] [[2 x i32] [i32 1, i32 2], [2 x i32] zeroinitializer]
@nest2 = global [2 x [2 x i32]] [[2 x i32] [i32 1, i32 2], [2 x i32] [i32 3, i32 4]]
@vec = constant <2 x half> <half 1.0, half 2.0>
@vv = constant [2 x <2 x i1>] [<2 x i1> <i1 true, i1 false>, <2 x i1> splat (i1 true)]
@st = global { i32, ptr, [2 x i8] } { i32 1, ptr @a, [2 x i8] c"xy" }
@ce = global i64 ptrtoint (ptr getelementptr inbounds ([4 x i8], ptr @a, i64 0, i64 2) to i64)
@ce2 = global i64 add (i64 ptrtoint (ptr @a to i64), i64 sub (i64 0, i64 ptrtoint (ptr @b to i64)))
@dso = global ptr dso_local_equivalent @fn
@i128 = global i128 -170141183460469231731687303715884105728
@big = global [3 x i128] [i128 1, i128 2, i128 3]
@fps = global [2 x float] [float 1.0, float 0x7FF8000000000000]
@ppc = global x86_fp80 0xK4000C8F5C28F5C28F800
@0 = global i32 1
@1 = private constant i8 0
@use = global ptr @0
@llvm.used = appending global [1 x ptr] [ptr @b], section "llvm.metadata"
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @fn, ptr null }, { i32, ptr, ptr } { i32 1, ptr @fn, ptr @b }]
@llvm.global_dtors = appending global [0 x { i32, ptr, ptr }] zeroinitializer
@al = alias i32, ptr @b
@al2 = hidden thread_local unnamed_addr alias i32, getelementptr (i8, ptr @tl, i64 1)
@al3 = weak dso_local alias void (), ptr @fn
@if = ifunc void (), ptr @resolver
@if2 = internal local_unnamed_addr ifunc i32 (i32), ptr @resolver, partition "q"
define void @fn() section "s" comdat($d) align 32 gc "erlang" prefix i32 1 prologue i8 2 {
  ret void
}
define ptr @resolver() { ret ptr @fn }
define void @calls() {
  call void @if()
  %p = load ptr, ptr @al
  store ptr @al3, ptr @null
  store ptr @if2, ptr @null
  ret void
}
attributes #0 = { "a" "b"="c" }
!0 = !{i64 0, !"x"}
!llvm.ident = !{!1}
!llvm.commandline = !{!1}
!llvm.dependent-libraries = !{!1, !2}
!llvm.linker.options = !{!3, !2}
!llvm.module.flags = !{!4}
!custom = !{!1}
!1 = !{!"clang"}
!2 = !{!"m"}
!3 = !{!"-l", !"z"}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression(DW_OP_plus_uconst, 3))
!6 = distinct !DIGlobalVariable(name: "meta", linkageName: "lnk", scope: !7, file: !8, line: 3, type: !9, isLocal: true, isDefinition: true, align: 8)
!7 = distinct !DICompileUnit(language: DW_LANG_C11, file: !8, producer: "p", isOptimized: true, flags: "f", runtimeVersion: 0, splitDebugFilename: "sp", emissionKind: LineTablesOnly, globals: !10, nameTableKind: GNU)
!8 = !DIFile(filename: "f.c", directory: "/", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000")
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = !{!5}
!llvm.dbg.cu = !{!7}
