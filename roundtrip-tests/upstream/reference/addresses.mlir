// ARGS: -finalize-memref-to-llvm
// Index Linearization, Address Computation.
func.func @zero_rank(%m: memref<f32>) -> f32 {
  %0 = memref.load %m[] : memref<f32>
  return %0 : f32
}
func.func @sizes(%m: memref<10x?x13x?xf32>, %1: index, %2: index, %3: index, %4: index) -> f32 {
  %0 = memref.load %m[%1, %2, %3, %4] : memref<10x?x13x?xf32>
  return %0 : f32
}
func.func @strides(%m: memref<?x?x4x8xf32, strided<[?, 32, 8, 1], offset: ?>>, %1: index, %2: index, %3: index, %4: index) -> f32 {
  %0 = memref.load %m[%1, %2, %3, %4] : memref<?x?x4x8xf32, strided<[?, 32, 8, 1], offset: ?>>
  return %0 : f32
}
func.func @store(%m: memref<?x?x4x8xf32, strided<[?, 32, 8, 1], offset: ?>>, %1: index, %v: f32) {
  memref.store %v, %m[%1, %1, %1, %1] : memref<?x?x4x8xf32, strided<[?, 32, 8, 1], offset: ?>>
  return
}
