// Views and reallocation are lowered with all the rest; two sizes of a group that are not known, where upstream crashes.
// RUN: tern opt -convert-std-to-llvm %s
// RUN: tern opt -expand-strided-metadata %s
func.func @part(%m: memref<?x?xf32>, %i: index, %n: index) -> f32 {
  %part = memref.subview %m[%i, 2] [4, %n] [1, 2] : memref<?x?xf32> to memref<4x?xf32, strided<[?, 2], offset: ?>>
  %value = memref.load %part[%i, %i] : memref<4x?xf32, strided<[?, 2], offset: ?>>
  return %value : f32
}

func.func @expanded(%m: memref<?xf32>, %a: index, %b: index) -> f32 {
  %e = memref.expand_shape %m [[0, 1, 2]] output_shape [%a, 4, %b] : memref<?xf32> into memref<?x4x?xf32>
  %value = memref.load %e[%a, %a, %b] : memref<?x4x?xf32>
  return %value : f32
}

func.func @grown(%m: memref<?xf32>, %n: index) -> memref<?xf32> {
  %more = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  return %more : memref<?xf32>
}
