@table = constant [2 x ptr] zeroinitializer
@inner = global ptr getelementptr inbounds inrange(-8, 8) (i8, ptr @table, i64 8)
@wide = global i256 u0xFF00000000000000000000000000000000000000000000000000000000000001
@long = global x86_fp80 0xK4000C90FDAA22168C235
@pair = global ppc_fp128 0xM3FF00000000000003C90000000000000
@nan = global float 0x7FF4000000000000
@label = global ptr blockaddress(@f, %b)
@plain = global ptr no_cfi @f
@local = global ptr dso_local_equivalent @f
@signed = global ptr ptrauth (ptr @f, i32 0)

define i64 @f() {
  br label %b

b:
  ret i64 ptrtoint (ptr @table to i64)
}
