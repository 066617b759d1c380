// Operations of the llvm dialect as they were spelled while pointers had types.
// RUN: tern opt %s
// RUN: tern opt %s | mlir-opt -reconcile-unrealized-casts | tern export
llvm.mlir.global constant @number(42 : i32) : !llvm.i32

llvm.func @half(!llvm.i32) -> !llvm.float

llvm.func @operations(%p: !llvm<"float*">, %q: !llvm.ptr<i32>, %i: !llvm.i32, %x: !llvm.float, %f: !llvm.ptr<func<void (float)>>, %g: !llvm.ptr<func<float (i32)>>) {
  %null = llvm.mlir.null : !llvm<"i8*">
  %nothing = llvm.mlir.null : !llvm.ptr<func<void ()>>
  %address = llvm.mlir.addressof @number : !llvm.ptr<i32>
  %sum = llvm.atomicrmw fadd %p, %x monotonic : !llvm.float
  %old = llvm.atomicrmw _xor %q, %i acq_rel {note} : !llvm.i32
  %changed = llvm.cmpxchg %q, %i, %i acq_rel monotonic : !llvm.i32
  %value = llvm.extractvalue %changed[0] : !llvm.struct<(i32, i1)>
  llvm.call %f(%x) : (!llvm.float) -> ()
  %called = llvm.call %g(%value) : (!llvm.i32) -> !llvm.float
  %direct = llvm.call @half(%old) : (!llvm.i32) -> !llvm.float
  %cast = llvm.mlir.cast %direct : !llvm.float to f32
  llvm.store %cast, %p : !llvm.ptr<float>
  llvm.return
}
