; Intrinsics that are only called are declared, and names get the suffixes of the types.
; RUN: tern import %s | tern export
declare void @llvm.va_end(ptr)
define <2 x float> @f(ptr %list, <2 x float> %v, float %s, ...) {
  call void @llvm.va_start(ptr %list)
  call void @llvm.va_end(ptr %list)
  %a = call float @llvm.floor.f32(float %s)
  %b = call <2 x float> @llvm.floor.f32(<2 x float> %v)
  ret <2 x float> %b
}
