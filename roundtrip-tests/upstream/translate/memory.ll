; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
%struct.S = type { i32, [4 x i64], { float, ptr } }
%packed = type <{ i8, i32 }>
@g = global %struct.S zeroinitializer, align 16
@tls = thread_local(initialexec) global i32 5
@as = addrspace(3) global i32 undef, section "x", align 4
define void @m(ptr %p, ptr addrspace(1) %q, i64 %n, <4 x ptr> %v) {
  %a = alloca i32
  %b = alloca %struct.S, i64 %n, align 32
  %c = alloca inalloca %packed
  %d = alloca [3 x i8], addrspace(0)
  %l = load i32, ptr %p
  %l2 = load volatile %struct.S, ptr %p, align 1, !nontemporal !0, !invariant.group !1
  %l3 = load atomic volatile i32, ptr %p syncscope("agent") acquire, align 4
  %l4 = load <3 x i5>, ptr %p
  %l5 = load ptr, ptr %p, align 8, !nonnull !1, !noundef !1, !align !2, !dereferenceable_or_null !2
  %l6 = load i32, ptr %p, !range !3, !invariant.load !1
  store i32 %l, ptr addrspace(1) %q
  store volatile i8 1, ptr %p, align 2
  store atomic i64 %n, ptr %p release, align 8
  store %struct.S zeroinitializer, ptr %b
  store %packed <{ i8 1, i32 2 }>, ptr %p
  %g1 = getelementptr inbounds nuw %struct.S, ptr %p, i64 %n, i32 2, i32 1
  %g2 = getelementptr %struct.S, <4 x ptr> %v, i32 0, i32 1, i64 %n
  %g3 = getelementptr nusw i8, ptr %p, <2 x i64> <i64 1, i64 2>
  %g4 = getelementptr [10 x i32], ptr @g, i64 0, i64 5
  %x = cmpxchg weak volatile ptr %p, i32 1, i32 2 syncscope("one") acq_rel monotonic, align 8
  %x2 = cmpxchg ptr %p, ptr null, ptr %p seq_cst seq_cst
  %r1 = atomicrmw xchg ptr %p, i32 1 monotonic
  %r2 = atomicrmw volatile fadd ptr %p, float 1.0 syncscope("agent") acquire, align 4
  %r3 = atomicrmw nand ptr %p, i32 1 seq_cst
  %r4 = atomicrmw umax ptr %p, i32 1 seq_cst
  %r5 = atomicrmw uinc_wrap ptr %p, i32 1 seq_cst
  %r6 = atomicrmw udec_wrap ptr %p, i32 1 seq_cst
  %r7 = atomicrmw usub_cond ptr %p, i32 1 seq_cst
  %r8 = atomicrmw usub_sat ptr %p, i32 1 seq_cst
  %r9 = atomicrmw fmaximum ptr %p, float 1.0 seq_cst
  %r10 = atomicrmw fmin ptr %p, <2 x half> zeroinitializer seq_cst
  fence acquire
  fence syncscope("singlethread") seq_cst
  %ac = addrspacecast ptr addrspace(1) %q to ptr
  ret void
}
!0 = !{i32 1}
!1 = !{}
!2 = !{i64 8}
!3 = !{i32 0, i32 10}
