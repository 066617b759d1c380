; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
declare void @g()
declare i32 @llvm.x(metadata)
define void @f(i32 %a) #0 personality ptr @g {
  invoke void @g() to label %o unwind label %p
o:
  ret void
p:
  %2 = cleanuppad within none []
  ret void
}
attributes #0 = { nounwind }
!0 = !{!1}
!1 = !{i32 1}
