; Vectors, fixed and scalable, floats of every width, integers of any.
define <4 x float> @reverse(<4 x float> %v) {
  %r = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret <4 x float> %r
}

define <vscale x 4 x i32> @scale(<vscale x 4 x i32> %v, i32 %by) {
  %one = insertelement <vscale x 4 x i32> poison, i32 %by, i64 0
  %all = shufflevector <vscale x 4 x i32> %one, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %product = mul <vscale x 4 x i32> %v, %all
  ret <vscale x 4 x i32> %product
}

define i128 @wide(i128 %a, i7 %b) {
  %c = sext i7 %b to i128
  %d = xor i128 %a, %c
  %e = add i128 %d, 170141183460469231731687303715884105727
  ret i128 %e
}

define fp128 @floats(half %h, bfloat %b, x86_fp80 %x) {
  %h2 = fpext half %h to fp128
  %b2 = fpext bfloat %b to fp128
  %x2 = fpext x86_fp80 %x to fp128
  %sum = fadd fp128 %h2, %b2
  %all = fadd fp128 %sum, %x2
  %more = fadd fp128 %all, 0xL00000000000000004001921FB54442D1
  %nan = fcmp uno fp128 %more, %more
  %safe = select i1 %nan, fp128 0xL00000000000000000000000000000000, fp128 %more
  ret fp128 %safe
}

define i32 @largest(<4 x i32> %v) {
  %max = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %v)
  ret i32 %max
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
