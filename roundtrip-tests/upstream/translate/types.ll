; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
%opaque = type opaque
%rec = type { i32, ptr, [2 x %n] }
%n = type <{ i8, { i16 } }>
%"we ird" = type { i64 }
%empty = type {}
define { i32, %rec } @t1(<vscale x 4 x i32> %a, <vscale x 2 x double> %b, { i8, [3 x <2 x i1>] } %c, target("spirv.Image", i32, 1, 2) %d) {
  unreachable
}
declare void @t2(i1, i7, i65, half, bfloat, fp128, x86_fp80, ppc_fp128, ptr addrspace(5), <3 x ptr>, [0 x i8], %"we ird", %empty)
declare %opaque @t3()
define <vscale x 4 x i32> @t4(<vscale x 4 x i32> %a, i32 %x) {
  %1 = add <vscale x 4 x i32> %a, zeroinitializer
  %2 = insertelement <vscale x 4 x i32> poison, i32 %x, i64 0
  %3 = shufflevector <vscale x 4 x i32> %2, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %4 = add <vscale x 4 x i32> %3, splat (i32 5)
  %5 = add <vscale x 4 x i32> %4, %1
  ret <vscale x 4 x i32> %5
}
define <4 x i32> @t5(<4 x i32> %a, <4 x i32> %b) {
  %1 = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 5, i32 poison, i32 2>
  %2 = shufflevector <4 x i32> %a, <4 x i32> poison, <2 x i32> <i32 3, i32 undef>
  %3 = extractelement <4 x i32> %1, i64 2
  %4 = insertelement <4 x i32> %1, i32 %3, i32 7
  %5 = insertvalue { i32, [2 x i32] } undef, i32 %3, 1, 1
  %6 = extractvalue { i32, [2 x i32] } %5, 0
  %7 = add <4 x i32> %4, <i32 1, i32 undef, i32 3, i32 poison>
  %8 = add <4 x i32> %7, splat (i32 9)
  ret <4 x i32> %8
}
