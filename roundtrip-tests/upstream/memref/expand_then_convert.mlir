// ARGS: -expand-strided-metadata -finalize-memref-to-llvm
// ARGS: -expand-strided-metadata -finalize-memref-to-llvm -lower-affine -convert-arith-to-llvm -reconcile-unrealized-casts
// ARGS: -finalize-memref-to-llvm -expand-strided-metadata
func.func @sub(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %i: index, %j: index) -> f32 {
  %s = memref.subview %m[%i, %j] [4, %i] [1, 2] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<4x?xf32, strided<[?, ?], offset: ?>>
  %c = memref.collapse_shape %s [[0, 1]] : memref<4x?xf32, strided<[?, ?], offset: ?>> into memref<?xf32, strided<[?], offset: ?>>
  %v = memref.load %c[%i] : memref<?xf32, strided<[?], offset: ?>>
  return %v : f32
}
func.func @exp(%m: memref<?x4xf32>, %i: index) -> memref<?x2x4xf32> {
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [%i, 2, 4] : memref<?x4xf32> into memref<?x2x4xf32>
  return %e : memref<?x2x4xf32>
}
func.func @rei(%m: memref<*xf32>, %i: index) -> memref<10x?xf32, strided<[?, 1], offset: ?>> {
  %e = memref.reinterpret_cast %m to offset: [%i], sizes: [10, %i], strides: [%i, 1] : memref<*xf32> to memref<10x?xf32, strided<[?, 1], offset: ?>>
  return %e : memref<10x?xf32, strided<[?, 1], offset: ?>>
}
func.func @meta(%m: memref<4x?xf32, strided<[?, 1], offset: ?>>) -> (memref<f32>, index, index) {
  %base, %off, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %x = arith.subi %off, %off : index
  %ptr = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32, strided<[?, 1], offset: ?>> -> index
  return %base, %x, %sizes#1 : memref<f32>, index, index
}
func.func @st(%m: memref<4x8xf32>, %i: index, %v: f32) {
  %s = memref.subview %m[1, %i] [2, 2] [1, 1] : memref<4x8xf32> to memref<2x2xf32, strided<[8, 1], offset: ?>>
  memref.store %v, %s[%i, %i] : memref<2x2xf32, strided<[8, 1], offset: ?>>
  %a = memref.alloc() : memref<4x8xf32>
  %d = memref.subview %a[0, 0] [2, 2] [1, 1] : memref<4x8xf32> to memref<2x2xf32, strided<[8, 1]>>
  memref.copy %s, %d : memref<2x2xf32, strided<[8, 1], offset: ?>> to memref<2x2xf32, strided<[8, 1]>>
  return
}
