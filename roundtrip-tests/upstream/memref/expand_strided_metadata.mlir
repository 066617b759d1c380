// ARGS: -split-input-file -expand-strided-metadata
// ARGS: -split-input-file -expand-strided-metadata -lower-affine
// ARGS: -split-input-file -expand-strided-metadata -lower-affine -convert-arith-to-llvm -finalize-memref-to-llvm -reconcile-unrealized-casts

func.func @sv_static(%m: memref<8x16x4xf32>) -> memref<4x4x4xf32, strided<[64, 4, 1], offset: 8>> {
  %0 = memref.subview %m[0, 2, 0][4, 4, 4][1, 1, 1] : memref<8x16x4xf32> to memref<4x4x4xf32, strided<[64, 4, 1], offset: 8>>
  return %0 : memref<4x4x4xf32, strided<[64, 4, 1], offset: 8>>
}
// -----
func.func @sv_dyn(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %a: index, %b: index, %c: index, %d: index, %e: index, %f: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %0 = memref.subview %m[%a, %b][%c, %d][%e, %f] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
}
// -----
func.func @sv_rr(%m: memref<8x16x4xf32>, %i: index) -> memref<16xf32, strided<[4], offset: ?>> {
  %0 = memref.subview %m[%i, 0, 2][1, 16, 1][1, 1, 1] : memref<8x16x4xf32> to memref<16xf32, strided<[4], offset: ?>>
  return %0 : memref<16xf32, strided<[4], offset: ?>>
}
// -----
func.func @ex(%m: memref<?x?xf32>, %a: index, %b: index) -> memref<?x4x?x2xf32> {
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [%a, 4, %b, 2] : memref<?x?xf32> into memref<?x4x?x2xf32>
  return %0 : memref<?x4x?x2xf32>
}
// -----
func.func @ex3(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %a: index, %b: index) -> memref<?x4x3x?x2xf32, strided<[?,?,?,?,?], offset: ?>> {
  %0 = memref.expand_shape %m [[0, 1], [2, 3, 4]] output_shape [%a, 4, 3, %b, 2] : memref<?x?xf32, strided<[?, ?], offset: ?>> into memref<?x4x3x?x2xf32, strided<[?,?,?,?,?], offset: ?>>
  return %0 : memref<?x4x3x?x2xf32, strided<[?,?,?,?,?], offset: ?>>
}
// -----
func.func @ex0(%m: memref<f32, strided<[], offset: ?>>) -> memref<1x1xf32, strided<[1,1], offset: ?>> {
  %0 = memref.expand_shape %m [] output_shape [1, 1] : memref<f32, strided<[], offset: ?>> into memref<1x1xf32, strided<[1,1], offset: ?>>
  return %0 : memref<1x1xf32, strided<[1,1], offset: ?>>
}
// -----
func.func @co(%m: memref<?x4x?x2xf32>) -> memref<?x?xf32> {
  %0 = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<?x4x?x2xf32> into memref<?x?xf32>
  return %0 : memref<?x?xf32>
}
// -----
func.func @co0(%m: memref<1x1xf32, strided<[?,?], offset: ?>>) -> memref<f32, strided<[], offset: ?>> {
  %0 = memref.collapse_shape %m [] : memref<1x1xf32, strided<[?,?], offset: ?>> into memref<f32, strided<[], offset: ?>>
  return %0 : memref<f32, strided<[], offset: ?>>
}
// -----
func.func @co1(%m: memref<3x1x4xf32, strided<[?,?,1], offset: ?>>) -> memref<3x4xf32, strided<[?,1], offset: ?>> {
  %0 = memref.collapse_shape %m [[0,1],[2]] : memref<3x1x4xf32, strided<[?,?,1], offset: ?>> into memref<3x4xf32, strided<[?,1], offset: ?>>
  return %0 : memref<3x4xf32, strided<[?,1], offset: ?>>
}
// -----
func.func @esm_sub(%m: memref<?x?xf32>, %a: index) -> (memref<f32>, index, index, index, index,index) {
  %0 = memref.subview %m[%a, 2][4, %a][1, 2] : memref<?x?xf32> to memref<4x?xf32, strided<[?, 2], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<4x?xf32, strided<[?, 2], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %base, %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index,index
}
// -----
func.func @esm_alloc(%a: index) -> (memref<f32>, index, index, index, index,index) {
  %0 = memref.alloc(%a) : memref<4x?xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  return %base, %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index,index
}
// -----
func.func @esm_alloca(%a: index, %b: index) -> (memref<f32>, index, index, index, index,index) {
  %0 = memref.alloca(%a, %b) {alignment = 16 : i64} : memref<?x?xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  return %base, %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index,index
}
// -----
memref.global "private" @g : memref<4x5xf32>
func.func @esm_glob() -> (memref<f32>, index, index, index, index,index) {
  %0 = memref.get_global @g : memref<4x5xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<4x5xf32> -> memref<f32>, index, index, index, index, index
  return %base, %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index,index
}
// -----
func.func @esm_cast(%m: memref<?x?xf32>) -> (memref<f32>, index, index, index, index,index) {
  %0 = memref.cast %m : memref<?x?xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<4x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %base, %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index,index
}
// -----
func.func @esm_cast2(%m: memref<4x5xf32>) -> (memref<f32>, index, index, index, index,index) {
  %0 = memref.cast %m : memref<4x5xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<?x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %base, %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index,index
}
// -----
func.func @esm_msc(%m: memref<?x5xf32, 1>) -> (memref<f32>, index, index, index, index,index) {
  %0 = memref.memory_space_cast %m : memref<?x5xf32, 1> to memref<?x5xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<?x5xf32> -> memref<f32>, index, index, index, index, index
  return %base, %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index,index
}
// -----
func.func @esm_aa(%m: memref<?x5xf32>) -> (memref<f32>, index, index, index, index,index) {
  %0 = memref.assume_alignment %m, 16 : memref<?x5xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<?x5xf32> -> memref<f32>, index, index, index, index, index
  return %base, %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index,index
}
// -----
func.func @esm_rc(%m: memref<?x5xf32>, %a: index) -> (memref<f32>, index, index, index, index,index) {
  %0 = memref.reinterpret_cast %m to offset: [%a], sizes: [4, %a], strides: [2, 1] : memref<?x5xf32> to memref<4x?xf32, strided<[2, 1], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<4x?xf32, strided<[2, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %base, %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index,index
}
// -----
func.func @esm_esm(%m: memref<?x5xf32>) -> (memref<f32>, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x5xf32> -> memref<f32>, index, index, index, index, index
  %base2, %offset2 = memref.extract_strided_metadata %base : memref<f32> -> memref<f32>, index
  return %base2, %offset2 : memref<f32>, index
}
// -----
func.func @esm_co(%m: memref<?x4x?x2xf32>) -> (memref<f32>, index, index, index, index,index) {
  %0 = memref.collapse_shape %m [[0, 1], [2, 3]] : memref<?x4x?x2xf32> into memref<?x?xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0 : memref<?x?xf32> -> memref<f32>, index, index, index, index, index
  return %base, %offset, %sizes#0, %sizes#1, %strides#0, %strides#1 : memref<f32>, index, index, index, index,index
}
// -----
func.func @esm_ex(%m: memref<?x?xf32>, %a: index, %b: index) -> (memref<f32>, index, index, index, index,index,index,index,index,index) {
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [%a, 4, %b, 2] : memref<?x?xf32> into memref<?x4x?x2xf32>
  %base, %offset, %sizes:4, %strides:4 = memref.extract_strided_metadata %0 : memref<?x4x?x2xf32> -> memref<f32>, index, index, index, index, index,index,index,index,index
  return %base, %offset, %sizes#0, %sizes#1, %sizes#2,%sizes#3, %strides#0, %strides#1,%strides#2,%strides#3 : memref<f32>, index, index, index, index,index,index,index,index,index
}
// -----
func.func @eapi_sub(%m: memref<?x?xf32>, %a: index) -> index {
  %0 = memref.subview %m[%a, 2][4, %a][1, 2] : memref<?x?xf32> to memref<4x?xf32, strided<[?, 2], offset: ?>>
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<4x?xf32, strided<[?, 2], offset: ?>> -> index
  return %1 : index
}
// -----
func.func @eapi_chain(%m: memref<?x?xi8>, %a: index) -> (index, index, index, index) {
  %e = memref.extract_aligned_pointer_as_index %m : memref<?x?xi8> -> index
  %0 = memref.cast %m : memref<?x?xi8> to memref<?x4xi8>
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<?x4xi8> -> index
  %2 = memref.assume_alignment %m, 16 : memref<?x?xi8>
  %3 = memref.extract_aligned_pointer_as_index %2 : memref<?x?xi8> -> index
  %4 = memref.transpose %m (i, j) -> (j, i) : memref<?x?xi8> to memref<?x?xi8, strided<[1, ?]>>
  %5 = memref.extract_aligned_pointer_as_index %4 : memref<?x?xi8, strided<[1, ?]>> -> index
  return %e, %1, %3, %5 : index, index, index, index
}
// -----
func.func @view(%m: memref<?xi8>, %a: index) -> index {
  %0 = memref.view %m[%a][%a] : memref<?xi8> to memref<?x4xf32>
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<?x4xf32> -> index
  return %1 : index
}
// -----
func.func @reint(%m: memref<*xi8>, %a: index) -> index {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, %a], strides: [2, 1] : memref<*xi8> to memref<4x?xi8, strided<[2, 1]>>
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<4x?xi8, strided<[2, 1]>> -> index
  return %1 : index
}
// -----
func.func @eapi1(%m: memref<?x4xi8>, %sh: memref<2xindex>) -> (index, index, index, index) {
  %1 = memref.collapse_shape %m [[0, 1]] : memref<?x4xi8> into memref<?xi8>
  %a = memref.extract_aligned_pointer_as_index %1 : memref<?xi8> -> index
  %2 = memref.reshape %m(%sh) : (memref<?x4xi8>, memref<2xindex>) -> memref<?x?xi8>
  %b = memref.extract_aligned_pointer_as_index %2 : memref<?x?xi8> -> index
  %3 = memref.memory_space_cast %m : memref<?x4xi8> to memref<?x4xi8, 1>
  %c = memref.extract_aligned_pointer_as_index %3 : memref<?x4xi8, 1> -> index
  %4 = memref.expand_shape %m [[0], [1, 2]] output_shape [%a, 2, 2] : memref<?x4xi8> into memref<?x2x2xi8>
  %d = memref.extract_aligned_pointer_as_index %4 : memref<?x2x2xi8> -> index
  return %a, %b, %c, %d : index, index, index, index
}
// -----
func.func @esm_unranked(%m: memref<*xi8>, %sh: index) -> (memref<i8>, index) {
  %1 = memref.reinterpret_cast %m to offset: [%sh], sizes: [], strides: [] : memref<*xi8> to memref<i8, strided<[], offset: ?>>
  %2:2 = memref.extract_strided_metadata %1 : memref<i8, strided<[], offset: ?>> -> memref<i8>, index
  return %2#0, %2#1 : memref<i8>, index
}
// -----
func.func @esm_unranked_cast(%m: memref<*xi8>, %sh: index) -> (memref<i8>, index) {
  %1 = memref.cast %m : memref<*xi8> to memref<i8>
  %2:2 = memref.extract_strided_metadata %1 : memref<i8> -> memref<i8>, index
  return %2#0, %2#1 : memref<i8>, index
}
// -----
func.func @load_cast(%m: memref<4x?xi8>, %i: index) -> (i8) {
  %1 = memref.cast %m : memref<4x?xi8> to memref<?x?xi8>
  %2 = memref.load %1[%i, %i] : memref<?x?xi8>
  memref.store %2, %1[%i, %i] : memref<?x?xi8>
  memref.prefetch %1[%i, %i], read, locality<3>, data : memref<?x?xi8>
  memref.dealloc %1 : memref<?x?xi8>
  memref.copy %1, %1 : memref<?x?xi8> to memref<?x?xi8>
  %3 = memref.atomic_rmw addi %2, %1[%i, %i] : (i8, memref<?x?xi8>) -> i8
  %4 = memref.generic_atomic_rmw %1[%i, %i] : memref<?x?xi8> { ^bb0(%x: i8): memref.atomic_yield %x : i8 }
  return %2 : i8
}
// -----
func.func @cast_to_dyn(%m: memref<?x?xi8>, %i: index) -> (i8) {
  %1 = memref.cast %m : memref<?x?xi8> to memref<4x?xi8>
  %2 = memref.load %1[%i, %i] : memref<4x?xi8>
  return %2 : i8
}
// -----
func.func @cast_cast(%m: memref<4x?xi8>) -> (memref<4x?xi8>, memref<?x?xi8>, memref<*xi8>, memref<?x4xi8>) {
  %1 = memref.cast %m : memref<4x?xi8> to memref<?x?xi8>
  %2 = memref.cast %1 : memref<?x?xi8> to memref<4x?xi8>
  %3 = memref.cast %m : memref<4x?xi8> to memref<*xi8>
  %4 = memref.cast %3 : memref<*xi8> to memref<?x?xi8>
  %5 = memref.cast %1 : memref<?x?xi8> to memref<*xi8>
  %6 = memref.cast %1 : memref<?x?xi8> to memref<?x4xi8>
  return %2, %4, %5, %6 : memref<4x?xi8>, memref<?x?xi8>, memref<*xi8>, memref<?x4xi8>
}
// -----
func.func @dim(%m: memref<4x?xi8>, %i: index) -> (index, index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %1 = memref.dim %m, %c0 : memref<4x?xi8>
  %2 = memref.dim %m, %c1 : memref<4x?xi8>
  %3 = memref.dim %m, %c2 : memref<4x?xi8>
  %a = memref.alloc(%i) : memref<4x?xi8>
  %4 = memref.dim %a, %c1 : memref<4x?xi8>
  %s = memref.subview %m[0, 0][%i, 2][1, 1] : memref<4x?xi8> to memref<?x2xi8, strided<[?, 1]>>
  %5 = memref.dim %s, %c0 : memref<?x2xi8, strided<[?, 1]>>
  %k = memref.cast %m : memref<4x?xi8> to memref<?x?xi8>
  %6 = memref.dim %k, %c0 : memref<?x?xi8>
  %u = memref.cast %m : memref<4x?xi8> to memref<*xi8>
  %7 = memref.dim %u, %c0 : memref<*xi8>
  return %1, %2, %3, %4, %5, %6, %7 : index, index, index, index, index, index, index
}
// -----
func.func @dim2(%m: memref<?xi8>, %i: index, %u: memref<*xi8>, %sh: memref<?xindex>) -> (index, index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.view %m[%i][%i] : memref<?xi8> to memref<4x?xf32>
  %1 = memref.dim %v, %c1 : memref<4x?xf32>
  %a = memref.alloca(%i) : memref<4x?xi8>
  %2 = memref.dim %a, %c1 : memref<4x?xi8>
  %r = memref.rank %m : memref<?xi8>
  %r2 = memref.rank %u : memref<*xi8>
  %rs = memref.reshape %u(%sh) : (memref<*xi8>, memref<?xindex>) -> memref<*xi8>
  %4 = memref.dim %rs, %c1 : memref<*xi8>
  %rc = memref.reinterpret_cast %u to offset: [0], sizes: [4, %i], strides: [2, 1] : memref<*xi8> to memref<4x?xi8, strided<[2, 1]>>
  %5 = memref.dim %rc, %c1 : memref<4x?xi8, strided<[2, 1]>>
  %e = memref.expand_shape %m [[0, 1]] output_shape [%i, 4] : memref<?xi8> into memref<?x4xi8>
  %6 = memref.dim %e, %c0 : memref<?x4xi8>
  return %1, %2, %r, %r2, %4, %5, %6: index, index, index, index, index, index, index
}
// -----
func.func @subview_noop(%m: memref<4x3xi8>, %d: memref<?x3xi8>, %i: index) -> (memref<4x3xi8>, memref<?x3xi8, strided<[3, 1]>>, memref<2x3xi8, strided<[3, 1], offset: 3>>, memref<2x3xi8, strided<[3, 1], offset: ?>>) {
  %1 = memref.subview %m[0, 0][4, 3][1, 1] : memref<4x3xi8> to memref<4x3xi8, strided<[3, 1]>>
  %c1 = memref.cast %1 : memref<4x3xi8, strided<[3, 1]>> to memref<4x3xi8>
  %2 = memref.subview %d[0, 0][%i, 3][1, 1] : memref<?x3xi8> to memref<?x3xi8, strided<[3, 1]>>
  %3 = memref.subview %m[1, 0][2, 3][1, 1] : memref<4x3xi8> to memref<2x3xi8, strided<[3, 1], offset: 3>>
  %4 = memref.subview %3[0, 0][2, 3][1, 1] : memref<2x3xi8, strided<[3, 1], offset: 3>> to memref<2x3xi8, strided<[3, 1], offset: 3>>
  %5 = memref.subview %m[%i, 0][2, 3][1, 1] : memref<4x3xi8> to memref<2x3xi8, strided<[3, 1], offset: ?>>
  %6 = memref.subview %5[0, 0][2, 3][1, 1] : memref<2x3xi8, strided<[3, 1], offset: ?>> to memref<2x3xi8, strided<[3, 1], offset: ?>>
  return %c1, %2, %4, %6 : memref<4x3xi8>, memref<?x3xi8, strided<[3, 1]>>, memref<2x3xi8, strided<[3, 1], offset: 3>>, memref<2x3xi8, strided<[3, 1], offset: ?>>
}
// -----
func.func @subview_noop2(%m: memref<4x3xi8, strided<[3, 1]>>, %i: index) -> (memref<4x3xi8, strided<[3, 1]>>) {
  %1 = memref.subview %m[0, 0][4, 3][1, 1] : memref<4x3xi8, strided<[3, 1]>> to memref<4x3xi8, strided<[3, 1]>>
  return %1 : memref<4x3xi8, strided<[3, 1]>>
}
// -----
func.func @reint(%m: memref<4x3xi8>, %i: index, %u: memref<*xi8>, %z: memref<4x3xi8, strided<[3, 1]>>) -> (memref<4x3xi8>, memref<12xi8>, memref<12xi8>, memref<?x3xi8, strided<[3, 1]>>, memref<4x3xi8>) {
  %1 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 3], strides: [3, 1] : memref<4x3xi8> to memref<4x3xi8>
  %r = memref.reinterpret_cast %m to offset: [1], sizes: [3], strides: [1] : memref<4x3xi8> to memref<3xi8, strided<[1], offset: 1>>
  %2 = memref.reinterpret_cast %r to offset: [0], sizes: [12], strides: [1] : memref<3xi8, strided<[1], offset: 1>> to memref<12xi8>
  %c = memref.cast %m : memref<4x3xi8> to memref<*xi8>
  %3 = memref.reinterpret_cast %c to offset: [0], sizes: [12], strides: [1] : memref<*xi8> to memref<12xi8>
  %s = memref.subview %m[0, 0][%i, 3][1, 1] : memref<4x3xi8> to memref<?x3xi8, strided<[3, 1]>>
  %4 = memref.reinterpret_cast %s to offset: [0], sizes: [%i, 3], strides: [3, 1] : memref<?x3xi8, strided<[3, 1]>> to memref<?x3xi8, strided<[3, 1]>>
  %5 = memref.reinterpret_cast %z to offset: [0], sizes: [4, 3], strides: [3, 1] : memref<4x3xi8, strided<[3, 1]>> to memref<4x3xi8>
  return %1, %2, %3, %4, %5 : memref<4x3xi8>, memref<12xi8>, memref<12xi8>, memref<?x3xi8, strided<[3, 1]>>, memref<4x3xi8>
}
// -----
func.func @others(%m: memref<4x?xi8>, %i: index, %p: memref<4x3xi8>) -> (memref<?x?xi8>, memref<4x?xi8, 1>, memref<4x?xi8>, memref<?x?xi8, strided<[?,1]>>) {
  %1 = memref.cast %m : memref<4x?xi8> to memref<?x?xi8>
  %2 = memref.assume_alignment %1, 8 : memref<?x?xi8>
  %3 = memref.memory_space_cast %m : memref<4x?xi8> to memref<4x?xi8, 2>
  %4 = memref.memory_space_cast %3 : memref<4x?xi8, 2> to memref<4x?xi8, 1>
  %5 = memref.memory_space_cast %3 : memref<4x?xi8, 2> to memref<4x?xi8>
  %6 = memref.transpose %1 (i, j) -> (i, j) : memref<?x?xi8> to memref<?x?xi8, strided<[?,1]>>
  return %2, %4, %5, %6 : memref<?x?xi8>, memref<4x?xi8, 1>, memref<4x?xi8>, memref<?x?xi8, strided<[?,1]>>
}
// -----
func.func @expcol(%m: memref<4x6xi8>, %d: memref<?x4xi8>, %i: index) -> (memref<4x6xi8>, memref<4x2x3xi8>, memref<24xi8>, memref<?x4xi8>) {
  %1 = memref.expand_shape %m [[0], [1, 2]] output_shape [4, 2, 3] : memref<4x6xi8> into memref<4x2x3xi8>
  %2 = memref.collapse_shape %1 [[0], [1, 2]] : memref<4x2x3xi8> into memref<4x6xi8>
  %3 = memref.collapse_shape %1 [[0, 1, 2]] : memref<4x2x3xi8> into memref<24xi8>
  %c = memref.collapse_shape %d [[0, 1]] : memref<?x4xi8> into memref<?xi8>
  %e = memref.expand_shape %c [[0, 1]] output_shape [%i, 4] : memref<?xi8> into memref<?x4xi8>
  %n = memref.expand_shape %e [[0], [1]] output_shape [%i, 4] : memref<?x4xi8> into memref<?x4xi8>
  return %2, %1, %3, %n : memref<4x6xi8>, memref<4x2x3xi8>, memref<24xi8>, memref<?x4xi8>
}
// -----
func.func @gl() -> (f32, i32) {
  %c1 = arith.constant 1 : index
  %0 = memref.get_global @g : memref<4xf32>
  %1 = memref.load %0[%c1] : memref<4xf32>
  %2 = memref.get_global @h : memref<4xi32>
  %3 = memref.load %2[%c1] : memref<4xi32>
  return %1, %3 : f32, i32
}
memref.global "private" constant @g : memref<4xf32> = dense<2.0>
memref.global "private" constant @h : memref<4xi32> = dense<[1,2,3,4]>
// -----
func.func @a(%m: memref<4x3xi8, strided<[3, 1], offset: 3>>) -> memref<4x3xi8, strided<[3, 1], offset: 3>> {
  %6 = memref.subview %m[0, 0][4, 3][1, 1] : memref<4x3xi8, strided<[3, 1], offset: 3>> to memref<4x3xi8, strided<[3, 1], offset: 3>>
  return %6 : memref<4x3xi8, strided<[3, 1], offset: 3>>
}
// -----
func.func @b(%m: memref<4x3xi8, strided<[3, 1], offset: ?>>, %i: index) -> memref<4x3xi8, strided<[3, 1], offset: ?>> {
  %6 = memref.subview %m[%i, 0][4, 3][1, 1] : memref<4x3xi8, strided<[3, 1], offset: ?>> to memref<4x3xi8, strided<[3, 1], offset: ?>>
  return %6 : memref<4x3xi8, strided<[3, 1], offset: ?>>
}
// -----
func.func @c(%m: memref<4x3xi8, strided<[3, 1], offset: ?>>, %i: index) -> memref<4x3xi8, strided<[3, 1], offset: ?>> {
  %c0 = arith.constant 0 : index
  %6 = memref.subview %m[%c0, 0][4, 3][1, 1] : memref<4x3xi8, strided<[3, 1], offset: ?>> to memref<4x3xi8, strided<[3, 1], offset: ?>>
  return %6 : memref<4x3xi8, strided<[3, 1], offset: ?>>
}
// -----
func.func @d(%m: memref<?x3xi8, strided<[3, 1], offset: ?>>, %i: index) -> memref<?x3xi8, strided<[3, 1], offset: ?>> {
  %c0 = arith.constant 0 : index
  %5 = memref.subview %m[%i, 0][%i, 3][1, 1] : memref<?x3xi8, strided<[3, 1], offset: ?>> to memref<?x3xi8, strided<[3, 1], offset: ?>>
  %6 = memref.subview %5[0, 0][%i, 3][1, 1] : memref<?x3xi8, strided<[3, 1], offset: ?>> to memref<?x3xi8, strided<[3, 1], offset: ?>>
  return %6 : memref<?x3xi8, strided<[3, 1], offset: ?>>
}
// -----
func.func @d2(%m: memref<?x3xi8, strided<[3, 1], offset: ?>>, %i: index) -> memref<?x3xi8, strided<[3, 1], offset: ?>> {
  %6 = memref.subview %m[0, 0][%i, 3][1, 1] : memref<?x3xi8, strided<[3, 1], offset: ?>> to memref<?x3xi8, strided<[3, 1], offset: ?>>
  return %6 : memref<?x3xi8, strided<[3, 1], offset: ?>>
}
// -----
func.func @g(%m: memref<4x3xi8, strided<[3, 1], offset: ?>>, %i: index) -> memref<4x3xi8, strided<[3, 1], offset: ?>> {
  %6 = memref.subview %m[0, 0][4, 3][1, 1] : memref<4x3xi8, strided<[3, 1], offset: ?>> to memref<4x3xi8, strided<[3, 1], offset: ?>>
  return %6 : memref<4x3xi8, strided<[3, 1], offset: ?>>
}
// -----
func.func @h(%m: memref<4x3xi8, strided<[3, 1], offset: ?>>, %i: index) -> memref<4x3xi8, strided<[3, 1], offset: ?>> {
  %5 = memref.subview %m[1, 0][%i, 3][1, 1] : memref<4x3xi8, strided<[3, 1], offset: ?>> to memref<?x3xi8, strided<[3, 1], offset: ?>>
  %6 = memref.subview %5[0, 0][4, 3][1, 1] : memref<?x3xi8, strided<[3, 1], offset: ?>> to memref<4x3xi8, strided<[3, 1], offset: ?>>
  return %6 : memref<4x3xi8, strided<[3, 1], offset: ?>>
}
