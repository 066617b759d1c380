// ARGS: --inline
// ARGS: --pass-pipeline=builtin.module(inline{default-pipeline=}) --mlir-print-debuginfo
// ARGS: --inline --split-input-file --mlir-print-local-scope
// ARGS: --pass-pipeline=builtin.module(inline{inlining-threshold=60})
// ARGS: --pass-pipeline=builtin.module(inline{max-iterations=1})
// ARGS: --pass-pipeline=builtin.module(inline{op-pipelines=llvm.func(cse),func.func(canonicalize,cse)})
// Callees of one block and of several, recursion, private functions, memory on the stack, parameters.
llvm.func @use(!llvm.ptr)
llvm.func private @priv2() -> i32 attributes {sym_visibility = "private"} { %0 = llvm.mlir.constant(7 : i32) : i32
 llvm.return %0 : i32 }
llvm.func private @priv1() -> i32 attributes {sym_visibility = "private"} { %0 = llvm.mlir.constant(7 : i32) : i32
 llvm.return %0 : i32 }
llvm.func @unr(%x: i32) { llvm.unreachable }
llvm.func @al(%n: i32) -> i32 {
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %0 = llvm.alloca %c4 x f32 : (i32) -> !llvm.ptr
  %1 = llvm.alloca %n x f32 : (i32) -> !llvm.ptr
  %2 = llvm.alloca %c0 x f32 : (i32) -> !llvm.ptr
  llvm.call @use(%0) : (!llvm.ptr) -> ()
  llvm.call @use(%1) : (!llvm.ptr) -> ()
  llvm.call @use(%2) : (!llvm.ptr) -> ()
  llvm.return %n : i32
}
llvm.func @multi(%c: i1, %n: i32) -> i32 {
  llvm.cond_br %c, ^a, ^b(%n : i32)
^a:
  %c4 = llvm.mlir.constant(4 : i32) : i32
  llvm.return %c4 : i32
^b(%x: i32):
  llvm.return %x : i32
}
llvm.func @bv(%p: !llvm.ptr {llvm.byval = i64, llvm.align = 16}, %q: !llvm.ptr {llvm.noalias}, %r : !llvm.ptr {llvm.noalias}) {
  %v = llvm.load %p : !llvm.ptr -> i64
  llvm.store %v, %q : i64, !llvm.ptr
  llvm.store %v, %r : i64, !llvm.ptr
  llvm.call @bvx(%q, %r, %v) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
llvm.func @bvx(%q: !llvm.ptr , %r : !llvm.ptr, %v : i64)
llvm.func @rec(%n: i32) { llvm.call @rec(%n) : (i32) -> ()
 llvm.return }
llvm.func @A(%n: i32) { llvm.call @B(%n) : (i32) -> ()
 llvm.call @use2() : () -> ()
 llvm.return }
llvm.func @use2()
llvm.func @B(%n: i32) { llvm.call @C(%n) : (i32) -> ()
 llvm.return }
llvm.func @C(%n: i32) { llvm.call @A(%n) : (i32) -> ()
 llvm.return }
llvm.func @main(%c: i1, %n: i32, %p: !llvm.ptr, %q: !llvm.ptr) -> i32 {
  %a = llvm.call @priv2() : () -> i32
  %b = llvm.call @priv2() : () -> i32
  %d = llvm.call @priv1() : () -> i32
  %e = llvm.call @al(%n) : (i32) -> i32
  %f = llvm.call @multi(%c, %e) : (i1, i32) -> i32
  llvm.call @bv(%p, %q, %q) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @rec(%f) : (i32) -> ()
  llvm.cond_br %c, ^a, ^b
^a: 
  llvm.call @unr(%f) : (i32) -> ()
  llvm.br ^b
^b:
  %g = llvm.add %a, %b : i32
  %h = llvm.add %g, %d : i32
  llvm.return %h : i32
}
func.func private @inplace(%x: i32) -> i32 { %0 = arith.addi %x, %x : i32 
 return %0 : i32 }
func.func private @dead(%x: i32) -> i32 { %0 = arith.addi %x, %x : i32 
 return %0 : i32 }
func.func @fm(%c: i1) -> i32 { cf.cond_br %c, ^a, ^b
^a:
  %0 = func.call @ext() : () -> i32
  return %0 : i32
^b:
  %1 = func.call @ext() : () -> i32
  return %1 : i32
}
func.func private @ext() -> i32
func.func @fmain(%c: i1, %x: i32) -> (i32, i32) {
  %0 = call @inplace(%x) : (i32) -> i32
  %1 = call @fm(%c) : (i1) -> i32
  return %0, %1 : i32, i32
}
