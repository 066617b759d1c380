; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
define void @f(ptr %p) !prof !2 !vec_type_hint !3 {
  ret void
}
!2 = !{!"function_entry_count", i64 7, i64 8}
!3 = !{i32 4}
