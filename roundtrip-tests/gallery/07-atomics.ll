; Atomics
; Orderings, scopes, `volatile` and every operation of `atomicrmw`.
define void @f(ptr %p, ptr %q, i32 %v, float %x) {
  %1 = load atomic i32, ptr %p unordered, align 4
  %2 = load atomic volatile i32, ptr %p syncscope("agent") acquire, align 4
  store atomic i32 %v, ptr %p release, align 4
  fence syncscope("singlethread") seq_cst
  %3 = cmpxchg ptr %p, i32 %1, i32 %v acq_rel monotonic, align 4
  %4 = cmpxchg weak volatile ptr %p, i32 %1, i32 %v syncscope("agent") seq_cst acquire, align 8
  %5 = atomicrmw xchg ptr %p, i32 %v monotonic, align 4
  %6 = atomicrmw add ptr %p, i32 %v acquire, align 4
  %7 = atomicrmw sub ptr %p, i32 %v release, align 4
  %8 = atomicrmw and ptr %p, i32 %v acq_rel, align 4
  %9 = atomicrmw nand ptr %p, i32 %v seq_cst, align 4
  %10 = atomicrmw or ptr %p, i32 %v seq_cst, align 4
  %11 = atomicrmw xor ptr %p, i32 %v seq_cst, align 4
  %12 = atomicrmw max ptr %p, i32 %v seq_cst, align 4
  %13 = atomicrmw min ptr %p, i32 %v seq_cst, align 4
  %14 = atomicrmw umax ptr %p, i32 %v seq_cst, align 4
  %15 = atomicrmw umin ptr %p, i32 %v seq_cst, align 4
  %16 = atomicrmw fadd ptr %q, float %x seq_cst, align 4
  %17 = atomicrmw fsub ptr %q, float %x seq_cst, align 4
  %18 = atomicrmw fmax ptr %q, float %x seq_cst, align 4
  %19 = atomicrmw fmin ptr %q, float %x seq_cst, align 4
  %20 = atomicrmw fmaximum ptr %q, float %x seq_cst, align 4
  %21 = atomicrmw fminimum ptr %q, float %x seq_cst, align 4
  %22 = atomicrmw uinc_wrap ptr %p, i32 %v seq_cst, align 4
  %23 = atomicrmw udec_wrap ptr %p, i32 %v seq_cst, align 4
  %24 = atomicrmw usub_cond ptr %p, i32 %v seq_cst, align 4
  %25 = atomicrmw volatile usub_sat ptr %p, i32 %v syncscope("agent") seq_cst, align 8
  ret void
}
