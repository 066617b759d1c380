; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
declare void @g(i32)
define void @f(i32 %a) personality ptr @p {
  call void @g(i64 1), !x !0
  %r = call fast float @g(i32 noundef 1) nounwind
  invoke void @g(ptr null) to label %o unwind label %q
o:
  ret void
q:
  %l = landingpad i32 cleanup
  ret void
}
declare i32 @p(...)
!0 = !{!1}
!1 = !{!"rsp"}
