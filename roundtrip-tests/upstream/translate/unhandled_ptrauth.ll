; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
define void @f(i32 %a) personality ptr null {
  %1 = insertelement <2 x ptr> poison, ptr ptrauth (ptr @f, i32 0), i32 %a, !x !0
  ret void
}
!0 = !{!1}
!1 = !{!"rsp"}
