// ARGS: --inline
// ARGS: --pass-pipeline=builtin.module(inline{default-pipeline=}) --mlir-print-debuginfo
// Locations of what was inlined, also in loop annotations; marks of parameters.
llvm.func @f(%p: !llvm.ptr {llvm.noalias}, %i: i32) {
  %k = llvm.add %i, %i : i32
  llvm.call @ext(%k) : (i32) -> ()
  %z = llvm.call_intrinsic "llvm.foo"(%p) : (!llvm.ptr) -> i32
  llvm.return
}
llvm.func @ext(i32)
llvm.func @main(%p: !llvm.ptr, %i: i32, %c: i1) {
  llvm.call @f(%p, %i) : (!llvm.ptr, i32) -> ()
  %n = llvm.intr.ssa.copy %p : !llvm.ptr
  llvm.call @f(%p, %i) : (!llvm.ptr, i32) -> ()
  llvm.call @loop(%c) : (i1) -> ()
  llvm.call @ext(%i) : (i32) -> ()
  llvm.return
}
#loc1 = loc("a":1:2)
#di = #llvm.di_file<"x" in "y">
#sp = #llvm.di_subprogram<file = #di>
#l = loc(fused<#sp>["b":2:3])
#la = #llvm.loop_annotation<mustProgress = true, startLoc = #l, endLoc = #l>
llvm.func @loop(%c: i1) {
  llvm.br ^bb1
^bb1:
  llvm.cond_br %c, ^bb1, ^bb2 {loop_annotation = #la}
^bb2:
  llvm.return
}
llvm.func @main2(%c: i1) {
  llvm.call @loop(%c) : (i1) -> () loc("z":9:9)
  llvm.return
} loc(#l)
