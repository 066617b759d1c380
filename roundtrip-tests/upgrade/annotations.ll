define void @kernel(ptr %p, i32 %n) {
  ret void
}
define void @other(ptr %p, ptr %n) {
  ret void
}
@texture = global i32 0, align 4
!nvvm.annotations = !{!0, !1, !0, !2, !3, !4}
!0 = !{ptr @kernel, !"kernel", i32 1}
!1 = !{ptr @kernel, !"maxntidx", i32 128, !"minctasm", i32 2, !"maxntidz", i32 3, !"unknown", i32 7}
!2 = !{ptr @other, !"align", i32 65544, !"grid_constant", !{i32 1, i32 2}, !"maxnreg", i32 9, !"cluster_dim_y", i32 2, !"maxclusterrank", i32 5, !"reqntidy", i32 4}
!3 = !{ptr @texture, !"texture", i32 1}
!4 = !{null, !"align", i32 8}
