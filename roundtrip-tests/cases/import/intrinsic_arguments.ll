; Attributes of the arguments of intrinsics are a field of operations that have one, where each operand has its entry.
; RUN: tern import %s
; RUN: tern import %s | tern export
define <4 x i32> @f(ptr %p, <4 x i1> %mask, <4 x i32> %old) {
  %r = call noundef <4 x i32> @llvm.masked.expandload.v4i32(ptr align 4 %p, <4 x i1> %mask, <4 x i32> %old)
  call void @llvm.masked.compressstore.v4i32(<4 x i32> %r, ptr align 8 %p, <4 x i1> noundef %mask)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 4 %p, i64 8, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 8, i1 true)
  ret <4 x i32> %r
}
declare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
