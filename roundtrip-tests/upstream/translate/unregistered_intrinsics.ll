; ARGS: --import-llvm --prefer-unregistered-intrinsics
; ARGS: --import-llvm
; Intrinsics as calls of themselves, with what operations would have as fields.
declare i32 @llvm.smax.i32(i32, i32)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, <4 x i1>, <4 x float>)
define <4 x float> @f(ptr %p, i32 %x, <4 x i1> %m, <4 x float> %v) {
  %a = call i32 @llvm.smax.i32(i32 %x, i32 7)
  %b = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> %m, <4 x float> %v)
  ret <4 x float> %b
}
