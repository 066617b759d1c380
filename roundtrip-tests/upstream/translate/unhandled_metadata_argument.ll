; ARGS: --import-llvm --split-input-file
; ARGS: --import-llvm --split-input-file --mlir-print-debuginfo --emit-expensive-warnings
declare i64 @llvm.read_register.i64(metadata)
define void @f(i32 %a) {
  %1 = call i64 @llvm.read_register.i64(metadata !1), !x !0
  ret void
}
!0 = !{!1}
!1 = !{!"rsp"}

; // -----

declare i1 @llvm.type.test(ptr, metadata)
define void @f(i32 %a, ptr %p) {
  %1 = call i1 @llvm.type.test(ptr %p, metadata i32 %a)
  ret void
}
