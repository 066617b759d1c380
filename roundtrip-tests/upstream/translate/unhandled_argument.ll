; ARGS: --import-llvm
; An error in an argument of a call of a function is said of the argument alone, of an intrinsic's, of the call, too.
declare void @g(ptr)
define void @f() {
  call void @g(ptr ptrauth (ptr @g, i32 0))
  ret void
}
