; A node that flags of operations stand for is the same as one of the table.
; RUN: tern roundtrip %s
define ptr @f(ptr %p) {
  %1 = load ptr, ptr %p, align 8, !invariant.load !0, !nonnull !0
  %2 = load ptr, ptr %p, align 8, !nonnull !0
  ret ptr %1
}

!0 = !{}
