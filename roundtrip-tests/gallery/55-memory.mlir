// Memory
// Alignments, orderings, scopes and hints are attributes of the operation.
llvm.func @f(%p: !llvm.ptr, %n: i64, %v: i32) {
  %0 = llvm.alloca %n x !llvm.struct<"pair", (i32, array<8 x i16>)> {alignment = 16 : i64} : (i64) -> !llvm.ptr
  %1 = llvm.getelementptr inbounds|nuw %0[%n, 1, 3] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"pair", (i32, array<8 x i16>)>
  %2 = llvm.load volatile %1 {alignment = 2 : i64} : !llvm.ptr -> i16
  %3 = llvm.load %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %4 = llvm.load %p invariant dereferenceable<bytes = 8> : !llvm.ptr -> !llvm.ptr
  llvm.store %v, %p atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store %v, %p {nontemporal} : i32, !llvm.ptr
  %5 = llvm.cmpxchg weak %p, %3, %v acq_rel monotonic : !llvm.ptr, i32
  %6 = llvm.atomicrmw uinc_wrap %p, %v seq_cst {alignment = 4 : i64} : !llvm.ptr, i32
  llvm.fence syncscope("singlethread") seq_cst
  llvm.return
}
