; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
define i32 @f(ptr %p) {
  %1 = load i32, ptr %p, align 4, !llvm.access.group !0
  %2 = load i32, ptr %p, align 4, !llvm.access.group !1
  %3 = load i32, ptr %p, align 4, !llvm.access.group !3
  store i32 %1, ptr %p, align 4, !llvm.access.group !2
  ret i32 %2
}

!0 = !{}
!1 = distinct !{}
!2 = !{!1, !3}
!3 = distinct !{}
