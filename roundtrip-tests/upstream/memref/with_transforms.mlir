// ARGS: -test-memref-to-llvm-with-transforms -split-input-file
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>} {
  func.func @views(%m: memref<64x4xf32>, %i: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> attributes {llvm.emit_c_interface} {
    %part = memref.subview %m[%i, 1] [%i, 2] [%i, 1] : memref<64x4xf32> to memref<?x2xf32, strided<[?, 1], offset: ?>>
    %cast = memref.cast %part : memref<?x2xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
    return %cast : memref<?x?xf32, strided<[?, ?], offset: ?>>
  }
  func.func @metadata(%m: memref<?x4xf32>) -> (memref<f32>, index, index, index, index, index) {
    %base, %off, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
    return %base, %off, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index, index
  }
  func.func @whole(%i: index) -> index {
    %new = memref.alloc() : memref<f32>
    %base, %off = memref.extract_strided_metadata %new : memref<f32> -> memref<f32>, index
    %v = memref.load %base[] : memref<f32>
    %flat = memref.collapse_shape %new [] : memref<f32> into memref<f32>
    %at = memref.extract_aligned_pointer_as_index %flat : memref<f32> -> index
    return %at : index
  }
}

// -----

func.func private @declared(memref<?xf32, "unknown">)

// -----

func.func @arithmetic(%a: index, %b: f32) -> f32 {
  cf.br ^next(%b : f32)
^next(%c: f32):
  %0 = arith.addf %c, %b : f32
  return %0 : f32
}
