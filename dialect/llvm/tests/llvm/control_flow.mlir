#vectorize = #llvm.loop_vectorize<disable = false, predicateEnable = true, scalableEnable = false, width = 16 : i32>
#unroll = #llvm.loop_unroll<disable = true, count = 4 : i64, runtimeDisable = true, full = false>
#jam = #llvm.loop_unroll_and_jam<disable = true, count = 32 : i32>
#follow = #llvm.loop_annotation<disableNonforced = true>
#distribute = #llvm.loop_distribute<disable = false, followupCoincident = #follow, followupAll = #follow>
#group = #llvm.access_group<id = distinct[0]<>>
#loop = #llvm.loop_annotation<disableNonforced = false,
  vectorize = #vectorize,
  interleave = <count = 32 : i32>,
  unroll = #unroll,
  unrollAndJam = #jam,
  licm = <disable = true, versioningDisable = true>,
  distribute = #distribute,
  pipeline = <disable = false, initiationinterval = 4 : i32>,
  peeled = <count = 8 : i32>,
  unswitch = <partialDisable = true>,
  mustProgress = true,
  isVectorized = false,
  startLoc = loc(fused["f.c":1:2, "g.c":3:4]),
  endLoc = loc(fused<"meta">["f.c":3:4]),
  parallelAccesses = #group>

llvm.func @branches(%c: i1, %i: i32, %l: i64, %p: !llvm.ptr) -> i32 {
  llvm.br ^bb1
^bb1:
  llvm.br ^bb2(%i, %l : i32, i64)
^bb2(%x: i32, %y: i64):
  llvm.cond_br %c, ^bb1, ^bb2(%x, %y : i32, i64)
^bb3:
  llvm.cond_br %c weights([5, 9]), ^bb2(%i, %l : i32, i64), ^bb3 {loop_annotation = #loop}
^bb4:
  llvm.br ^bb4 {loop_annotation = #follow}
^bb5:
  llvm.switch %i : i32, ^bb1 [
    1: ^bb2(%i, %l : i32, i64),
    -2: ^bb3,
    2147483647: ^bb4
  ]
^bb6:
  llvm.switch %l : i64, ^bb2(%i, %l : i32, i64) [
  ]
^bb7:
  llvm.switch %l : i64, ^bb1 [
    5: ^bb3
  ] {branch_weights = array<i32: 13, 17>}
^bb8:
  llvm.indirectbr %p : !llvm.ptr, [
  ^bb1,
  ^bb2(%i, %l : i32, i64)
  ]
^bb9:
  llvm.unreachable
^bb10:
  llvm.return %i : i32
}

llvm.func @empty_indirect(%p: !llvm.ptr) {
  llvm.indirectbr %p : !llvm.ptr, [
  ]
}

llvm.func @none() {
  llvm.return {note}
}

llvm.func @tags() -> !llvm.ptr {
  %0 = llvm.blockaddress <function = @tags, tag = <id = 1>> : !llvm.ptr
  llvm.br ^bb1
^bb1:
  llvm.blocktag <id = 1>
  llvm.return %0 : !llvm.ptr
}
