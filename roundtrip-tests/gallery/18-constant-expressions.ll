; Constant expressions
; Within functions, the operations that compute them, marked; in initializers nothing is marked.
@g = global [4 x i32] zeroinitializer
@end = global ptr getelementptr inbounds (i8, ptr @g, i64 16)
@table = global ptr getelementptr inbounds inrange(-8, 8) (i8, ptr @g, i64 8)
@difference = global i64 sub (i64 ptrtoint (ptr @end to i64), i64 ptrtoint (ptr @g to i64))
@small = global i32 trunc (i64 ptrtoint (ptr @g to i64) to i32)
@cast = global ptr addrspace(1) addrspacecast (ptr @g to ptr addrspace(1))
@xor = global i64 xor (i64 ptrtoint (ptr @g to i64), i64 1)
@address = global i64 ptrtoaddr (ptr @g to i64)

define ptr @f(i1 %c) {
  %1 = select i1 %c, ptr getelementptr (i8, ptr @g, i64 4), ptr inttoptr (i64 4096 to ptr)
  store i64 add (i64 ptrtoint (ptr @g to i64), i64 3), ptr %1, align 8
  ret ptr %1
}
