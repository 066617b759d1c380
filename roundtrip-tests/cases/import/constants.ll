; RUN: tern import %s
@g = global [4 x i32] zeroinitializer

define void @f(ptr %p) {
  store i128 -170141183460469231731687303715884105728, ptr %p, align 16
  store half 0xH7E00, ptr %p, align 2
  store bfloat 0xR3F80, ptr %p, align 2
  store x86_fp80 0xK3FFF8000000000000000, ptr %p, align 16
  store fp128 0xL00000000000000003FFF000000000000, ptr %p, align 16
  store float 0x7FF4000000000000, ptr %p, align 4
  store <2 x float> <float 1.000000e+00, float poison>, ptr %p, align 8
  store [2 x { i8, ptr }] [{ i8, ptr } { i8 1, ptr @g }, { i8, ptr } zeroinitializer], ptr %p, align 8
  store <vscale x 2 x i64> splat (i64 3), ptr %p, align 16
  store ptr getelementptr inbounds nuw (i8, ptr @g, i64 4), ptr %p, align 8
  store i64 ptrtoint (ptr @g to i64), ptr %p, align 8
  store { i32, ptr } undef, ptr %p, align 8
  store ptr dso_local_equivalent @f, ptr %p, align 8
  store ptr no_cfi @f, ptr %p, align 8
  ret void
}

define ptr @address() {
entry:
  br label %target

target:                                           ; preds = %entry
  ret ptr blockaddress(@address, %target)
}
