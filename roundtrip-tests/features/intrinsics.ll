define float @f(float %x, <4 x i32> %v, <4 x i1> %m, i32 %n, ptr %p) #0 {
  %a = call float @llvm.experimental.constrained.sqrt.f32(float %x, metadata !"round.tonearest", metadata !"fpexcept.strict") #0
  %b = call <4 x i32> @llvm.vp.add.v4i32(<4 x i32> %v, <4 x i32> %v, <4 x i1> %m, i32 %n)
  %c = call i64 @llvm.read_register.i64(metadata !0)
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]
  ret float %a
}

declare float @llvm.experimental.constrained.sqrt.f32(float, metadata, metadata)
declare <4 x i32> @llvm.vp.add.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
declare i64 @llvm.read_register.i64(metadata)
declare void @llvm.assume(i1)

attributes #0 = { strictfp }

!0 = !{!"rsp"}
