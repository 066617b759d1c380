; ARGS: --import-llvm --split-input-file
; ARGS: --import-llvm --split-input-file --mlir-print-debuginfo --emit-expensive-warnings
define void @f(i32 %a) personality ptr null {
  %1 = insertelement <2 x ptr> poison, ptr ptrauth (ptr @f, i32 0), i32 %a, !x !0
  ret void
}
!0 = !{!1}
!1 = !{!"rsp"}


; // -----

; What is wrong within comes first.
@g = global i8 0
@0 = global i8 1
@p = global ptr ptrauth (ptr no_cfi @h, i32 2, i64 5, ptr @0)
@1 = global i8 1
define void @h() { 
  ret void 
}
define ptr @k() {
 ret ptr ptrauth (ptr @0, i32 2, i64 5, ptr inttoptr (i64 ptrtoint (ptr @1 to i64) to ptr))
}
