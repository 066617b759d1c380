define i32 @f(ptr %p, i32 %v) {
  %a = load atomic volatile i32, ptr %p syncscope("agent") acquire, align 4
  %b = cmpxchg weak volatile ptr %p, i32 %v, i32 0 syncscope("mine") acq_rel monotonic, align 8
  %c = atomicrmw usub_sat ptr %p, i32 %v seq_cst, align 4
  fence syncscope("singlethread") release
  store atomic i32 %v, ptr %p release, align 4
  ret i32 %a
}
