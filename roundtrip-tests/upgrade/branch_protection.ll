target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-linux"
define void @without() "sign-return-address"="none" "sign-return-address-key"="a_key" "branch-target-enforcement"="false" {
  ret void
}
define void @with() "branch-target-enforcement"="true" {
  ret void
}
declare void @declared()
!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 8, !"branch-target-enforcement", i32 1}
!1 = !{i32 8, !"sign-return-address", i32 1}
!2 = !{i32 8, !"sign-return-address-all", i32 1}
