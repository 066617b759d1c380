// ARGS: 
// ARGS: -mlir-print-op-generic

memref.global "private" @a : memref<4xf32> = dense<1.0>
memref.global "private" constant @b : memref<4xf32> = uninitialized {alignment = 16 : i64}
memref.global @c : memref<2xf32>
memref.global "public" @d : memref<2xf32> {u}
memref.global "nested" @e : memref<1xi32> = dense_resource<foo> 
func.func @f(%m: memref<4x?xf32>, %i: index, %u: memref<*xf32>, %c : i1, %b: memref<100xi8>, %f: f32) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc(%i, %i)[%i] {alignment = 16 : i64} : memref<?x?xf32, affine_map<(d0,d1)[s0] -> (d0 * s0 + d1)>>
  %2 = memref.alloca(%i) {x} : memref<?xf32>
  %3 = memref.realloc %0 : memref<4xf32> to memref<8xf32>
  %4 = memref.realloc %0(%i) {alignment = 8} : memref<4xf32> to memref<?xf32>
  memref.alloca_scope { memref.alloca_scope.return }
  %5:2 = memref.alloca_scope -> (i1, i1) { memref.alloca_scope.return %c, %c : i1, i1}
  memref.alloca_scope { memref.alloca_scope.return } {x}
  %6 = memref.assume_alignment %m, 16 : memref<4x?xf32>
  %7 = memref.atomic_rmw addf %f, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
  %8 = memref.generic_atomic_rmw %0[%i] : memref<4xf32> { ^bb0(%cc : f32): memref.atomic_yield %cc : f32 } {x}
  memref.copy %0, %0 {x} : memref<4xf32> to memref<4xf32>
  %9:2 = memref.distinct_objects %0, %0 : memref<4xf32>, memref<4xf32>
  %10 = memref.load %0[%i] {nontemporal = true} : memref<4xf32>
  memref.store %10, %0[%i] {nontemporal = false, alignment = 8} : memref<4xf32>
  %11 = memref.cast %u : memref<*xf32> to memref<4x?xf32>
  %12 = memref.collapse_shape %m [[0, 1]] {x} : memref<4x?xf32> into memref<?xf32>
  %13 = memref.expand_shape %0 [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  %14 = memref.expand_shape %12 [[0, 1]] output_shape [2, %i] : memref<?xf32> into memref<2x?xf32>
  memref.dealloc %0 : memref<4xf32>
  %15 = memref.dim {x} %m, %i : memref<4x?xf32>
  %16 = memref.rank %u : memref<*xf32>
  %17 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index {x}
  %18, %19, %20:2, %21:2 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  %22 = memref.get_global @a : memref<4xf32> {x}
  %23 = memref.memory_space_cast %m : memref<4x?xf32> to memref<4x?xf32, 3>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<4x?xf32>
  %24 = memref.reinterpret_cast %m to offset: [0], sizes: [%i, 4], strides: [%i, 1] {x} : memref<4x?xf32> to memref<?x4xf32, strided<[?, 1]>>

  %sh = memref.alloc() : memref<2xindex>
  %25 = memref.reshape %0(%sh) : (memref<4xf32>, memref<2xindex>) -> memref<2x2xf32>
  %26 = memref.subview %m[0, 0] [2, 2] [1, 1] {x}: memref<4x?xf32> to memref<2x2xf32, strided<[?, 1]>>
  %27 = memref.transpose %m (i, j) -> (j, i) {x} : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>
  %28 = memref.view %b[%i][] : memref<100xi8> to memref<4xf32>
  %29 = memref.view %b[%i][%i] {x} : memref<100xi8> to memref<?xf32>
  %tag = memref.alloc() : memref<1xi32, 2>
  memref.dma_start %m[%i, %i], %0[%i], %i, %tag[%i] : memref<4x?xf32>, memref<4xf32>, memref<1xi32, 2>
  memref.dma_start %m[%i, %i], %0[%i], %i, %tag[%i], %i, %i : memref<4x?xf32>, memref<4xf32>, memref<1xi32, 2>
  memref.dma_wait %tag[%i], %i : memref<1xi32, 2>
  return
}
