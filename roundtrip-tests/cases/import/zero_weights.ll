; MLIR refuses branch weights that are all zero as a field.
; RUN: tern import %s | mlir-opt | tern export
define void @f(i1 %c) {
  br i1 %c, label %a, label %b, !prof !0
a:
  br i1 %c, label %b, label %a, !prof !1
b:
  ret void
}
!0 = !{!"branch_weights", i32 0, i32 0}
!1 = !{!"branch_weights", i32 0, i32 1}
