; Addresses of functions and blocks
; `blockaddress`, `dso_local_equivalent`, `no_cfi`, `ptrauth`.
@label = global ptr blockaddress(@f, %b)
@local = global ptr dso_local_equivalent @f
@plain = global ptr no_cfi @f
@signed = global ptr ptrauth (ptr @f, i32 0, i64 42, ptr @signed)

define ptr @f() {
  br label %b

b:
  ret ptr no_cfi @f
}

define ptr @g() {
  %1 = load ptr, ptr dso_local_equivalent @f, align 8
  ret ptr ptrauth (ptr @f, i32 1)
}
