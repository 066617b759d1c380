// ARGS: -split-input-file -finalize-memref-to-llvm
// ARGS: -split-input-file -finalize-memref-to-llvm=index-bitwidth=32
// ARGS: -split-input-file -finalize-memref-to-llvm=use-aligned-alloc=1
// ARGS: -split-input-file -finalize-memref-to-llvm=use-generic-functions=1

func.func @alloc(%i: index) {
  %0 = memref.alloc() : memref<4x5xf32>
  %1 = memref.alloc(%i, %i) : memref<?x4x?xf32>
  %2 = memref.alloc() {alignment = 64} : memref<4xf32>
  %3 = memref.alloca(%i) {alignment = 8} : memref<?xi8>
  %4 = memref.alloca() : memref<f32, 3>
  memref.dealloc %0 : memref<4x5xf32>
  %5 = memref.alloc() : memref<3xvector<3xf32>>
  return
}
// -----
func.func @realloc(%m: memref<4xf32>, %i: index) {
  %0 = memref.realloc %m : memref<4xf32> to memref<8xf32>
  return
}
// -----
func.func @realloc(%m: memref<?xf32>, %i: index) {
  %0 = memref.realloc %m(%i) {alignment = 16} : memref<?xf32> to memref<?xf32>
  %1 = memref.realloc %m : memref<?xf32> to memref<4xf32>
  return
}
// -----
func.func @ls(%m: memref<4x?xf32>, %n: memref<?x?xf32, strided<[?, ?], offset: ?>>, %o: memref<4x5xf32, strided<[5,1], offset: 3>>, %i: index, %f: f32) {
  %0 = memref.load %m[%i, %i] : memref<4x?xf32>
  %1 = memref.load %n[%i, %i] {nontemporal = true} : memref<?x?xf32, strided<[?, ?], offset: ?>>
  memref.store %f, %o[%i, %i] {nontemporal = true} : memref<4x5xf32, strided<[5,1], offset: 3>>
  memref.prefetch %m[%i, %i], write, locality<2>, data : memref<4x?xf32>
  return
}
// -----
func.func @al(%m: memref<4xf32>, %i: index, %f: f32) {
  %0 = memref.load %m[%i] {alignment = 32} : memref<4xf32>
  memref.store %f, %m[%i] {alignment = 32} : memref<4xf32>
  return
}
// -----
func.func @casts(%m: memref<4x?xf32>, %u: memref<*xf32>, %i: index, %z: memref<f32>) {
  %0 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %1 = memref.cast %m : memref<4x?xf32> to memref<*xf32>
  %2 = memref.cast %u : memref<*xf32> to memref<4x?xf32>
  %3 = memref.memory_space_cast %m : memref<4x?xf32> to memref<4x?xf32, 3>
  %4 = memref.memory_space_cast %u : memref<*xf32> to memref<*xf32, 3>
  %5 = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32> -> index
  %6 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index
  %7, %8, %9, %10, %11, %12 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  return
}
// -----
func.func @dims(%m: memref<4x?xf32>, %u: memref<*xf32>, %i: index) {
  %0 = memref.dim %m, %i : memref<4x?xf32>
  %1 = memref.dim %u, %i : memref<*xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %2 = memref.dim %m, %c0 : memref<4x?xf32>
  %3 = memref.dim %m, %c1 : memref<4x?xf32>
  %4 = memref.rank %m : memref<4x?xf32>
  %5 = memref.rank %u : memref<*xf32>
  %6 = memref.dim %u, %c1 : memref<*xf32>
  return
}
// -----
func.func @ri(%m: memref<4x?xf32>, %u: memref<*xf32>, %i: index) {
  %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [%i, 4], strides: [%i, 1] : memref<4x?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  %1 = memref.reinterpret_cast %u to offset: [0], sizes: [4, %i], strides: [1, 1] : memref<*xf32> to memref<4x?xf32, strided<[1, 1]>>
  return
}
// -----
func.func @reshape(%m: memref<?xf32>, %u: memref<*xf32>, %s: memref<2xindex>, %d: memref<?xi32>) {
  %0 = memref.reshape %m(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x4xf32>
  return
}
// -----
func.func @view(%b: memref<100xi8>, %i: index) {
  %0 = memref.view %b[%i][%i] : memref<100xi8> to memref<?x4xf32>
  return
}
// -----
func.func @tr(%m: memref<?x4xf32>, %v: memref<4xf32>) {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
  %1 = memref.assume_alignment %v, 16 : memref<4xf32>
  %2:2 = memref.distinct_objects %m, %v : memref<?x4xf32>, memref<4xf32>
  return
}
// -----
func.func @copy(%a: memref<?x4xf32>, %b: memref<?x4xf32>, %c: memref<4xf32, strided<[2]>>, %d: memref<4xf32>, %u : memref<*xf32>) {
  memref.copy %a, %b : memref<?x4xf32> to memref<?x4xf32>
  memref.copy %c, %d : memref<4xf32, strided<[2]>> to memref<4xf32>
  memref.copy %u, %u : memref<*xf32> to memref<*xf32>
  return
}
// -----
func.func @sc(%i: i32) {
  %0 = memref.alloca_scope -> (i32) { %1 = memref.alloca() : memref<4xf32>
   memref.alloca_scope.return %i : i32 }
  memref.alloca_scope { memref.alloca_scope.return }
  return
}
// -----
memref.global "private" constant @g : memref<2x3xf32> = dense<1.0> {alignment = 16}
memref.global @h : memref<i32> = dense<3>
memref.global "nested" @u : memref<2xi32, 3> = uninitialized
memref.global "private" @e : memref<2xi32>
func.func @gg() {
  %0 = memref.get_global @g : memref<2x3xf32>
  %1 = memref.get_global @h : memref<i32>
  %2 = memref.get_global @u : memref<2xi32, 3>
  memref.dealloc %0 : memref<2x3xf32>
  return
}
