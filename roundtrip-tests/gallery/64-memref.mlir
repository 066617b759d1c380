// memref
// Descriptors: pointers, offset, sizes and strides; `malloc` and `free`.
// LOWER: builtin.module(finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func @f(%m: memref<?x8xf32, strided<[?, 1], offset: ?>>, %i: index, %j: index) -> f32 {
  %0 = memref.load %m[%i, %j] : memref<?x8xf32, strided<[?, 1], offset: ?>>
  %1 = memref.alloc(%i) : memref<?xf32>
  %2 = memref.alloca() : memref<4xf32>
  memref.store %0, %1[%j] : memref<?xf32>
  %3 = memref.get_global @table : memref<2xf32>
  %4 = memref.cast %2 : memref<4xf32> to memref<?xf32>
  %5 = memref.load %3[%j] : memref<2xf32>
  memref.dealloc %1 : memref<?xf32>
  return %5 : f32
}
