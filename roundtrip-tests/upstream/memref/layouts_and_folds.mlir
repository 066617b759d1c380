// ARGS: -split-input-file -finalize-memref-to-llvm

func.func @a(%m: memref<3x4xf32, strided<[4, 1]>>, %s: memref<1xindex>) -> memref<12xf32> {
  %0 = memref.reshape %m(%s) : (memref<3x4xf32, strided<[4, 1]>>, memref<1xindex>) -> memref<12xf32>
  %1 = memref.alloc() : memref<3x4xf32, strided<[4, 1]>>
  memref.copy %m, %1 : memref<3x4xf32, strided<[4, 1]>> to memref<3x4xf32, strided<[4, 1]>>
  return %0 : memref<12xf32>
}
// -----
func.func @b(%m: memref<3xf32, strided<[1]>>, %s: memref<1xindex>) -> memref<3xf32> {
  %0 = memref.reshape %m(%s) : (memref<3xf32, strided<[1]>>, memref<1xindex>) -> memref<3xf32>
  %1 = memref.alloc() : memref<3xf32, strided<[1]>>
  return %0 : memref<3xf32>
}
// -----
func.func @c(%m: memref<f32, strided<[]>>, %s: memref<1xindex>) -> memref<1xf32> {
  %0 = memref.reshape %m(%s) : (memref<f32, strided<[]>>, memref<1xindex>) -> memref<1xf32>
  %1 = memref.alloc() : memref<f32, strided<[]>>
  return %0 : memref<1xf32>
}
// -----
func.func @d(%m: memref<?x4xf32, strided<[4, 1]>>, %s: memref<1xindex>) -> memref<1xf32> {
  %0 = memref.reshape %m(%s) : (memref<?x4xf32, strided<[4, 1]>>, memref<1xindex>) -> memref<1xf32>
  %1 = memref.alloc(%d) : memref<?x4xf32, strided<[4, 1]>>
  return %0 : memref<1xf32>
}
// -----
func.func @e(%m: memref<0x4xf32, strided<[4, 1]>>, %s: memref<1xindex>) -> memref<1xf32> {
  %0 = memref.reshape %m(%s) : (memref<0x4xf32, strided<[4, 1]>>, memref<1xindex>) -> memref<1xf32>
  return %0 : memref<1xf32>
}
// -----
func.func @e2(%m: memref<4x0xf32, strided<[0, 1]>>, %s: memref<1xindex>) -> memref<1xf32> {
  %0 = memref.reshape %m(%s) : (memref<4x0xf32, strided<[0, 1]>>, memref<1xindex>) -> memref<1xf32>
  return %0 : memref<1xf32>
}
// -----
func.func @e3(%m: memref<4x0xf32, strided<[0, 0]>>, %s: memref<1xindex>) -> memref<1xf32> {
  %0 = memref.reshape %m(%s) : (memref<4x0xf32, strided<[0, 0]>>, memref<1xindex>) -> memref<1xf32>
  return %0 : memref<1xf32>
}
// -----
func.func @f(%m: memref<2x0x3xf32>, %i: index) -> f32 {
  %0 = memref.load %m[%i, %i, %i] : memref<2x0x3xf32>
  %a = memref.alloc() : memref<2x0x3xf32>
  return %0 : f32
}
// -----
func.func @g(%m: memref<2x?x0x3xf32>, %i: index) -> f32 {
  %0 = memref.load %m[%i, %i, %i, %i] : memref<2x?x0x3xf32>
  %a = memref.alloc(%i) : memref<2x?x0x3xf32>
  return %0 : f32
}
// -----
func.func @h(%m: memref<2x4611686018427387904x4611686018427387904xf32>, %i: index) -> f32 {
  %0 = memref.load %m[%i, %i, %i] : memref<2x4611686018427387904x4611686018427387904xf32>
  return %0 : f32
}
// -----
func.func @l(%m: memref<2x3xf32, affine_map<(d0, d1)[s0] -> (d0 * 7 + d1 - d1)>>, %i: index) -> f32 {
  %0 = memref.load %m[%i, %i] : memref<2x3xf32, affine_map<(d0, d1)[s0] -> (d0 * 7 + d1 - d1)>>
  return %0 : f32
}
// -----
func.func @m(%m: memref<2x3xf32, affine_map<(d0, d1) -> (d0 * 3 + d1)>>, %i: index) -> f32 {
  %0 = memref.load %m[%i, %i] : memref<2x3xf32, affine_map<(d0, d1) -> (d0 * 3 + d1)>>
  %a = memref.alloc() : memref<2x3xf32, affine_map<(d0, d1) -> (d0 * 3 + d1)>>
  return %0 : f32
}
// -----
func.func @o(%m: memref<2x3xf32, affine_map<(d0, d1)[s0] -> (d0 * 2 * s0 + d1 + 4 + s0 * 2 )>>, %i: index) -> f32 {
  %0 = memref.load %m[%i, %i] : memref<2x3xf32, affine_map<(d0, d1)[s0] -> (d0 * 2 * s0 + d1 + 4 + s0 * 2 )>>
  return %0 : f32
}
// -----
func.func @p(%m: memref<2x3xf32, strided<[3, 1]>>, %n: memref<?x3xf32, strided<[3, 1]>>, %o: memref<1x3xf32, strided<[9, 1]>>) {
  memref.copy %m, %m : memref<2x3xf32, strided<[3, 1]>> to memref<2x3xf32, strided<[3, 1]>>
  memref.copy %n, %n : memref<?x3xf32, strided<[3, 1]>> to memref<?x3xf32, strided<[3, 1]>>
  memref.copy %o, %o : memref<1x3xf32, strided<[9, 1]>> to memref<1x3xf32, strided<[9, 1]>>
  return
}
// -----
func.func @p2(%m: memref<0x3xf32, strided<[3, 1]>>, %n: memref<0x3xf32>, %o: memref<2x3x0xf32, strided<[9, 1, 1]>>) {
  memref.copy %m, %m : memref<0x3xf32, strided<[3, 1]>> to memref<0x3xf32, strided<[3, 1]>>
  memref.copy %n, %n : memref<0x3xf32> to memref<0x3xf32>
  memref.copy %o, %o : memref<2x3x0xf32, strided<[9, 1, 1]>> to memref<2x3x0xf32, strided<[9, 1, 1]>>
  return
}
// -----
func.func @load_cast(%m: memref<4x?xi8>, %i: index) -> (i8) {
  %1 = memref.cast %m : memref<4x?xi8> to memref<?x?xi8>
  %2 = memref.load %1[%i, %i] : memref<?x?xi8>
  return %2 : i8
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
  %k = memref.cast %m : memref<4x?xi8> to memref<?x?xi8>
  %6 = memref.dim %k, %c0 : memref<?x?xi8>
  %r = memref.rank %m : memref<4x?xi8>
  return %1, %2, %3, %4, %r, %6, %r : index, index, index, index, index, index, index
}
// -----
func.func @esm(%m: memref<4x?xi8>, %i: index) -> (index, index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<4x?xi8> -> memref<i8>, index, index, index, index, index
  return %o, %s#0 : index, index
}
// -----
func.func @cc(%m: memref<4x?xi8>, %i: index) -> (memref<4x?xi8>, memref<?x?xi8>, memref<4x?xi8>) {
  %1 = memref.cast %m : memref<4x?xi8> to memref<?x?xi8>
  %2 = memref.cast %1 : memref<?x?xi8> to memref<4x?xi8>
  %3 = memref.cast %m : memref<4x?xi8> to memref<4x?xi8>
  return %2, %1, %3 : memref<4x?xi8>, memref<?x?xi8>, memref<4x?xi8>
}
// -----
func.func @rc(%m: memref<4x3xi8>, %i: index) -> (memref<4x3xi8>, memref<12xi8>) {
  %1 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 3], strides: [3, 1] : memref<4x3xi8> to memref<4x3xi8>
  %r = memref.reinterpret_cast %m to offset: [1], sizes: [3], strides: [1] : memref<4x3xi8> to memref<3xi8, strided<[1], offset: 1>>
  %2 = memref.reinterpret_cast %r to offset: [0], sizes: [12], strides: [1] : memref<3xi8, strided<[1], offset: 1>> to memref<12xi8>
  return %1, %2 : memref<4x3xi8>, memref<12xi8>
}
// -----
func.func @sv(%m: memref<4x3xi8, strided<[3, 1]>>, %s: memref<4x?xi8>) -> (memref<4x3xi8, strided<[3, 1]>>, memref<4x?xi8, strided<[?, 1]>>) {
  %1 = memref.subview %m[0, 0][4, 3][1, 1] : memref<4x3xi8, strided<[3, 1]>> to memref<4x3xi8, strided<[3, 1]>>
  %c = memref.transpose %s (i, j) -> (i, j) : memref<4x?xi8> to memref<4x?xi8, strided<[?, 1]>>
  return %1, %c : memref<4x3xi8, strided<[3, 1]>>, memref<4x?xi8, strided<[?, 1]>>
}
// -----
func.func @c1(%m: memref<4x?xi8>) {
  %1 = memref.cast %m : memref<4x?xi8> to memref<*xi8>
  memref.copy %1, %1 : memref<*xi8> to memref<*xi8>
  return
}
// -----
func.func @c2(%m: memref<4x5xi8>) {
  %1 = memref.cast %m : memref<4x5xi8> to memref<?x5xi8, strided<[?, ?], offset: ?>>
  memref.copy %1, %1 : memref<?x5xi8, strided<[?, ?], offset: ?>> to memref<?x5xi8, strided<[?, ?], offset: ?>>
  return
}
// -----
func.func @c3(%m: memref<4x5xi8>) {
  %1 = memref.cast %m : memref<4x5xi8> to memref<?x5xi8, strided<[?, ?], offset: ?>>
  memref.prefetch %1[], read, locality<3>, data : memref<?x5xi8, strided<[?, ?], offset: ?>>
  return
}
// -----
func.func @c4(%m: memref<4x5xi8>, %i: index, %v: i8) {
  %1 = memref.cast %m : memref<4x5xi8> to memref<?x5xi8, strided<[?, ?], offset: ?>>
  memref.prefetch %1[%i, %i], read, locality<3>, data : memref<?x5xi8, strided<[?, ?], offset: ?>>
  memref.store %v, %1[%i, %i] : memref<?x5xi8, strided<[?, ?], offset: ?>>
  memref.atomic_rmw addi %v, %1[%i, %i] : (i8, memref<?x5xi8, strided<[?, ?], offset: ?>>) -> i8
  return
}
// -----
func.func @c5(%m: memref<4x5xi8>, %i: index, %v: i8) -> index {
  %c0 = arith.constant 0 : index
  %1 = memref.cast %m : memref<4x5xi8> to memref<?x5xi8, strided<[?, ?], offset: ?>>
  %2 = memref.dim %1, %c0 : memref<?x5xi8, strided<[?, ?], offset: ?>>
  return %2 : index
}
// -----
func.func @c6(%m: memref<4x5xi8>, %i: index, %v: i8) -> index {
  %c0 = arith.constant 0 : index
  %1 = memref.cast %m : memref<4x5xi8> to memref<*xi8>
  %2 = memref.dim %1, %c0 : memref<*xi8>
  %3 = memref.rank %1 : memref<*xi8>
  return %3 : index
}
// -----
func.func @memref_reshape(%input : memref<2x3xf32>, %shape : memref<?xindex>) -> memref<*xf32> {
  %output = memref.reshape %input(%shape) : (memref<2x3xf32>, memref<?xindex>) -> memref<*xf32>
  cf.br ^bb1
^bb1:
  cf.br ^bb2
^bb2:
  return %output : memref<*xf32>
}
