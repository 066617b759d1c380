// ARGS: --inline
// ARGS: --pass-pipeline=builtin.module(inline{default-pipeline=}) --mlir-print-debuginfo
// Scopes of parameters that do not alias, by what accesses are computed from.
llvm.func @f(%p: !llvm.ptr {llvm.noalias}, %q: !llvm.ptr, %r: !llvm.ptr {llvm.noalias}, %c: i1, %o: !llvm.ptr {llvm.byval = i32}) {
  %g = llvm.getelementptr %p[4] : (!llvm.ptr) -> !llvm.ptr, i8
  %s = llvm.select %c, %g, %r : i1, !llvm.ptr
  %s2 = llvm.select %c, %q, %r : i1, !llvm.ptr
  llvm.store %q, %s : !llvm.ptr, !llvm.ptr
  %l = llvm.load %s2 : !llvm.ptr -> !llvm.ptr
  %l2 = llvm.load %l : !llvm.ptr -> !llvm.ptr
  %l3 = llvm.load %o : !llvm.ptr -> !llvm.ptr
  %cc = llvm.cmpxchg %q, %p, %r acq_rel monotonic : !llvm.ptr, !llvm.ptr
  %i = llvm.mlir.constant(4: i32) : i32
  "llvm.intr.memcpy"(%p, %q, %i) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  "llvm.intr.memcpy"(%p, %r, %i) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.call @ext(%i, %r, %o) : (i32, !llvm.ptr, !llvm.ptr) -> ()
  llvm.call @ext2(%i) : (i32) -> ()
  llvm.br ^a(%p : !llvm.ptr)
^a(%x: !llvm.ptr):
  llvm.store %i, %x : i32, !llvm.ptr
  %n = llvm.mlir.zero : !llvm.ptr
  llvm.store %i, %n : i32, !llvm.ptr
  %bc = llvm.bitcast %q : !llvm.ptr to !llvm.ptr
  llvm.store %i, %bc : i32, !llvm.ptr
  %ad = llvm.mlir.addressof @ext : !llvm.ptr
  llvm.store %i, %ad : i32, !llvm.ptr
  llvm.return
}
llvm.func @ext(i32, !llvm.ptr, !llvm.ptr)
llvm.func @ext2(i32)
llvm.func @roby(%o: !llvm.ptr {llvm.byval = i32}, %q: !llvm.ptr {llvm.noalias}) attributes {memory_effects = #llvm.memory_effects<other = readwrite, argMem = read, inaccessibleMem = readwrite, errnoMem = readwrite, targetMem0 = readwrite, targetMem1 = readwrite>} {
  %l3 = llvm.load volatile %o : !llvm.ptr -> !llvm.ptr
  %l4 = llvm.load volatile %q : !llvm.ptr -> !llvm.ptr
  llvm.return }
llvm.func @main(%p: !llvm.ptr, %c: i1, %k : !llvm.ptr) {
  llvm.call @f(%p, %p, %k, %c, %k) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i1, !llvm.ptr) -> ()
  llvm.call @roby(%p, %k) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
// An operation accesses memory through the operands that its declaration names: here `%rsrc`, not the value in front.
llvm.func @buffers(%rsrc: !llvm.ptr<8>, %p: !llvm.ptr {llvm.noalias}, %i: i32) -> i32 {
  %v = llvm.load %p : !llvm.ptr -> i32
  %0 = rocdl.raw.ptr.buffer.atomic.cmpswap %v, %i, %rsrc, %i, %i, %i : i32
  llvm.return %0 : i32
}
llvm.func @tiles(%a: vector<4xi32>, %b: vector<8xi32>, %p: !llvm.ptr {llvm.noalias}) {
  %v = llvm.load %p : !llvm.ptr -> i32
  rocdl.tensor.load.to.lds.d2 %a, %b cachepolicy 0 : vector<4xi32>, vector<8xi32>
  llvm.return
}
llvm.func @calls_both(%rsrc: !llvm.ptr<8>, %p: !llvm.ptr, %i: i32, %a: vector<4xi32>, %b: vector<8xi32>) -> i32 {
  %0 = llvm.call @buffers(%rsrc, %p, %i) : (!llvm.ptr<8>, !llvm.ptr, i32) -> i32
  llvm.call @tiles(%a, %b, %p) : (vector<4xi32>, vector<8xi32>, !llvm.ptr) -> ()
  llvm.return %0 : i32
}
