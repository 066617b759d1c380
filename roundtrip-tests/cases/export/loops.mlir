// RUN: tern export %s
#after = #llvm.loop_annotation<disableNonforced = true, isVectorized = true>
#group = #llvm.access_group<id = distinct[0]<>>
#other = #llvm.access_group<id = distinct[1]<>>
#file = #llvm.di_file<"loop.c" in "/">
#cu = #llvm.di_compile_unit<id = distinct[2]<>, sourceLanguage = DW_LANG_C17, file = #file, isOptimized = false, emissionKind = LineTablesOnly>
#fn = #llvm.di_subprogram<compileUnit = #cu, scope = #file, name = "f", file = #file, subprogramFlags = Definition>
#start = loc(fused<#fn>["loop.c":2:3])
#end = loc(fused<#fn>["loop.c":5:3])
#all = #llvm.loop_annotation<
  disableNonforced = false, mustProgress = true, isVectorized = false,
  vectorize = <disable = true, predicateEnable = false, scalableEnable = true, width = 8 : i32, followupVectorized = #after, followupEpilogue = #after, followupAll = #after>,
  interleave = <count = 2 : i32>,
  unroll = <disable = false, count = 3 : i32, runtimeDisable = true, full = true, followupUnrolled = #after, followupRemainder = #after, followupAll = #after>,
  unrollAndJam = <disable = true, count = 4 : i32, followupOuter = #after, followupInner = #after, followupRemainderOuter = #after, followupRemainderInner = #after, followupAll = #after>,
  licm = <disable = true, versioningDisable = true>,
  distribute = <disable = false, followupCoincident = #after, followupSequential = #after, followupFallback = #after, followupAll = #after>,
  pipeline = <disable = true, initiationinterval = 5 : i32>,
  peeled = <count = 6 : i32>, unswitch = <partialDisable = true>,
  startLoc = #start, endLoc = #end, parallelAccesses = #group, #other>
llvm.func @f(%p: !llvm.ptr, %c: i1, %i: i32) {
  llvm.br ^head
^head:
  %x = llvm.load %p {access_groups = [#group, #other]} : !llvm.ptr -> i32
  llvm.store %x, %p {access_groups = [#group]} : i32, !llvm.ptr
  llvm.cond_br %c, ^head, ^second {loop_annotation = #all}
^second:
  llvm.switch %i : i32, ^second [1: ^end] {loop_annotation = #after}
^end:
  llvm.return
}
