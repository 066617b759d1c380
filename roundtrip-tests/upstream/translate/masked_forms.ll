; ARGS: --import-llvm
; Masked accesses as they were once called: with their alignment among the arguments.
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)
declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr, i32, <4 x i1>)
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, i32, <4 x i1>)
define void @f(ptr %p, <4 x ptr> %v, <4 x i1> %m, <4 x float> %x) {
  %a = call <4 x float> @llvm.masked.load.v4f32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x float> %x)
  call void @llvm.masked.store.v4f32.p0(<4 x float> %a, ptr %p, i32 8, <4 x i1> %m)
  %b = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %v, i32 16, <4 x i1> %m, <4 x float> %x)
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %b, <4 x ptr> %v, i32 1, <4 x i1> %m)
  ret void
}
