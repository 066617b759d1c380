; ARGS: --import-llvm
; A number of bytes that is none, though LLVM takes it.
define void @f(ptr %p) {
  %a = load ptr, ptr %p, !dereferenceable_or_null !0
  %b = load ptr, ptr %p, !dereferenceable !1
  ret void
}
!0 = !{i64 -7}
!1 = !{i64 8}
