; Vectors
; Fixed and scalable ones; a mask of poison on a scalable vector, which MLIR cannot spell, is zeros with an aside.
define <4 x i32> @fixed(<4 x i32> %v, i32 %x, i64 %i) {
  %1 = extractelement <4 x i32> %v, i64 %i
  %2 = insertelement <4 x i32> %v, i32 %x, i32 2
  %3 = shufflevector <4 x i32> %v, <4 x i32> %2, <4 x i32> <i32 0, i32 poison, i32 7, i32 2>
  %4 = shufflevector <4 x i32> %3, <4 x i32> poison, <4 x i32> zeroinitializer
  ret <4 x i32> %4
}

define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %v, i32 %x) {
  %1 = insertelement <vscale x 4 x i32> poison, i32 %x, i64 0
  %2 = shufflevector <vscale x 4 x i32> %1, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %3 = shufflevector <vscale x 4 x i32> %1, <vscale x 4 x i32> poison, <vscale x 4 x i32> poison
  %4 = add <vscale x 4 x i32> %2, splat (i32 1)
  ret <vscale x 4 x i32> %4
}
