; Equal names are numbered in the order in which LLVM meets the calls.
define i32 @before(i32 %a, i32 %b) {
  %neg = add i32 %a, 1
  %x = call i32 @llvm.nvvm.abs.i(i32 %a)
  %y = call i32 @llvm.nvvm.abs.i(i32 %x)
  %z = call i64 @llvm.nvvm.abs.ll(i64 4)
  %w = add i32 %y, %neg
  ret i32 %w
}
declare i64 @llvm.nvvm.abs.ll(i64)
declare i32 @llvm.nvvm.abs.i(i32)
define i64 @behind(i32 %a, i64 %b) {
  %x = call i32 @llvm.nvvm.abs.i(i32 %a)
  %y = call i64 @llvm.nvvm.abs.ll(i64 %b)
  %z = call i32 @llvm.nvvm.abs.i(i32 %x)
  %w = zext i32 %z to i64
  %v = add i64 %w, %y
  ret i64 %v
}
define <4 x i32> @masked(<4 x i32> %a, <4 x i32> %b, i8 %m) {
  %x = call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %b, i8 15)
  %y = call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> %a, <4 x i32> %x, <4 x i32> %x, i8 -1)
  %z = call <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32> %y, <4 x i32> %b, <4 x i32> %x, i8 %m)
  ret <4 x i32> %z
}
declare <4 x i32> @llvm.x86.avx512.mask.padd.d.128(<4 x i32>, <4 x i32>, <4 x i32>, i8)
define <4 x i32> @undeclared(<4 x i32> %a, <4 x i32> %b) {
  %x = call <4 x i32> @llvm.vector.splice(<4 x i32> %a, <4 x i32> %b, i32 3)
  %y = call <4 x i32> @llvm.vector.splice(<4 x i32> %x, <4 x i32> %b, i32 -2)
  ret <4 x i32> %y
}
