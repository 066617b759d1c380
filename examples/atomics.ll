; A spin lock and a counter: every kind of atomic access.

@lock = internal global i32 0, align 4
@count = global i64 0, align 8
@peak = global float 0.000000e+00, align 4

define void @acquire() {
entry:
  br label %try

try:                                              ; preds = %wait, %entry
  %pair = cmpxchg weak ptr @lock, i32 0, i32 1 acquire monotonic, align 4
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %done, label %wait

wait:                                             ; preds = %try
  %seen = load atomic i32, ptr @lock syncscope("singlethread") monotonic, align 4
  br label %try

done:                                             ; preds = %try
  fence syncscope("singlethread") acquire
  ret void
}

define void @release() {
  store atomic i32 0, ptr @lock release, align 4
  ret void
}

define i64 @bump(float %now) {
  %old = atomicrmw add ptr @count, i64 1 seq_cst, align 8
  %max = atomicrmw volatile fmax ptr @peak, float %now syncscope("agent") acq_rel, align 4
  fence seq_cst
  ret i64 %old
}
