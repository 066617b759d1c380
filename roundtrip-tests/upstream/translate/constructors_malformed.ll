; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
define void @f(ptr %p) !prof !2 !vec_type_hint !3 {
  ret void
}
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr null, ptr null }]
!2 = !{!"function_entry_count", i64 7, i64 8}
!3 = !{i32 4}
