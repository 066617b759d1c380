; Constants
; Numbers, strings, aggregates; wide integers and unusual floats keep their bits.
@i = global i32 -7
@b = global i1 true
@wide = global i256 u0xFF00000000000000000000000000000000000000000000000000000000000001
@half = global half 0xH3C00
@bfloat = global bfloat 0xR3F80
@float = global float 0x3FB99999A0000000
@double = global double 0x7FF8000000000001
@long = global x86_fp80 0xK4000C90FDAA22168C235
@quad = global fp128 0xL00000000000000003FFF000000000000
@pair = global ppc_fp128 0xM3FF00000000000003C90000000000000
@null = global ptr null
@text = constant [6 x i8] c"hello\00"
@bytes = constant [3 x i8] c"\00\FF\22"
@array = global [2 x i32] [i32 1, i32 2]
@floats = global [2 x double] [double 0.000000e+00, double -0.000000e+00]
@vector = global <2 x i16> <i16 3, i16 4>
@splat = global <4 x i32> splat (i32 5)
@struct = global { i8, ptr } { i8 1, ptr @i }
@zero = global { i32, [100 x i64] } zeroinitializer
@undef = global i32 undef
@poison = global [2 x i8] poison
@mixed = global [2 x i32] [i32 undef, i32 1]

define i32 @f(<vscale x 2 x i32> %v) {
  %1 = add <vscale x 2 x i32> %v, splat (i32 3)
  %2 = fadd x86_fp80 0xK4000C90FDAA22168C235, 0xK3FFF8000000000000000
  %3 = fadd ppc_fp128 0xM3FF00000000000003C90000000000000, 0xM00000000000000000000000000000000
  store { i32, ptr } { i32 1, ptr null }, ptr @i, align 8
  store ptr null, ptr @i, align 8
  store <2 x i32> <i32 undef, i32 poison>, ptr @i, align 8
  ret i32 undef
}
