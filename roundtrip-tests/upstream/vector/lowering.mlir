// ARGS: -convert-vector-to-llvm
// ARGS: -convert-vector-to-llvm=use-vector-alignment=1
// ARGS: -convert-vector-to-llvm=reassociate-fp-reductions
// ARGS: -convert-vector-to-llvm=force-32bit-vector-indices=0

func.func @slices(%a: vector<8xf32>, %b: vector<4x6xf32>, %c: vector<2x4x6xf32>, %d: vector<2x3xi64>, %e: vector<3x[4]xi8>, %f: vector<[4]xi8>) -> (vector<3xf32>, vector<2x3xf32>, vector<1x2x6xf32>, vector<4x6xf32>, vector<2x4x6xf32>) {
  %0 = vector.extract_strided_slice %a {offsets = [3], sizes = [3], strides = [1]} : vector<8xf32> to vector<3xf32>
  %1 = vector.extract_strided_slice %b {offsets = [1, 2], sizes = [2, 3], strides = [1, 1]} : vector<4x6xf32> to vector<2x3xf32>
  %2 = vector.extract_strided_slice %c {offsets = [1, 1], sizes = [1, 2], strides = [1, 1]} : vector<2x4x6xf32> to vector<1x2x6xf32>
  %3 = vector.insert_strided_slice %1, %b {offsets = [0, 1], strides = [1, 1]} : vector<2x3xf32> into vector<4x6xf32>
  %4 = vector.insert_strided_slice %3, %c {offsets = [1, 0, 0], strides = [1, 1]} : vector<4x6xf32> into vector<2x4x6xf32>
  return %0, %1, %2, %3, %4 : vector<3xf32>, vector<2x3xf32>, vector<1x2x6xf32>, vector<4x6xf32>, vector<2x4x6xf32>
}
func.func @outer(%a: vector<2xi32>, %b: vector<3xi32>, %c: vector<2x3xi32>, %s: i32, %m: vector<2x3xi1>) -> (vector<2x3xi32>, vector<2x3xi32>, vector<2xi32>, vector<2x3xi32>) {
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<maxsi>} : vector<2xi32>, vector<3xi32>
  %1 = vector.outerproduct %a, %b : vector<2xi32>, vector<3xi32>
  %2 = vector.outerproduct %a, %s : vector<2xi32>, i32
  %3 = vector.mask %m { vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<2xi32>, vector<3xi32> } : vector<2x3xi1> -> vector<2x3xi32>
  return %0, %1, %2, %3 : vector<2x3xi32>, vector<2x3xi32>, vector<2xi32>, vector<2x3xi32>
}
func.func @elements(%a: f32, %b: vector<2x2xf32>, %i: index) -> (vector<2x2xf32>, f32, f32, vector<2xf32>, vector<2x2xf32>) {
  %0 = vector.from_elements %a, %a, %a, %a : vector<2x2xf32>
  %1:4 = vector.to_elements %b : vector<2x2xf32>
  %2 = vector.extract %b[1] : vector<2xf32> from vector<2x2xf32>
  %3 = vector.extract %2[%i] : f32 from vector<2xf32>
  %4 = vector.insert %2, %b [0] : vector<2xf32> into vector<2x2xf32>
  return %0, %1#3, %3, %2, %4 : vector<2x2xf32>, f32, f32, vector<2xf32>, vector<2x2xf32>
}
func.func @more(%a: vector<2x4xi16>, %b: vector<2x3x4xf32>, %z: vector<f32>, %g: f64) -> (vector<2x2xi32>, vector<2x3x8xf32>, vector<2x3x2xf32>, vector<2x3xf32>, vector<2x2xf64>) {
  %0 = vector.bitcast %a : vector<2x4xi16> to vector<2x2xi32>
  %1 = vector.interleave %b, %b : vector<2x3x4xf32> -> vector<2x3x8xf32>
  %2, %3 = vector.deinterleave %b : vector<2x3x4xf32> -> vector<2x3x2xf32>
  %4 = vector.broadcast %z : vector<f32> to vector<2x3xf32>
  %5 = vector.broadcast %g : f64 to vector<2x2xf64>
  return %0, %1, %3, %4, %5 : vector<2x2xi32>, vector<2x3x8xf32>, vector<2x3x2xf32>, vector<2x3xf32>, vector<2x2xf64>
}
func.func @masks(%i: index, %j: index) -> (vector<2x3x4xi1>, vector<4x[4]xi1>, vector<3x4xi1>, vector<8xi1>) {
  %0 = vector.create_mask %i, %j, %i : vector<2x3x4xi1>
  %1 = vector.create_mask %i, %j : vector<4x[4]xi1>
  %2 = vector.constant_mask [2, 3] : vector<3x4xi1>
  %c3 = arith.constant 3 : index
  %3 = vector.create_mask %c3 : vector<8xi1>
  return %0, %1, %2, %3 : vector<2x3x4xi1>, vector<4x[4]xi1>, vector<3x4xi1>, vector<8xi1>
}
func.func @gathers(%A: memref<?x8xf32>, %i: index, %x: vector<2x3xindex>, %m: vector<2x3xi1>, %p: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.gather %A[%i, %i] [%x], %m, %p : memref<?x8xf32>, vector<2x3xindex>, vector<2x3xi1>, vector<2x3xf32> into vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
func.func @memory(%A: memref<16x32xf64, 3>, %B: memref<4xi1>, %C: memref<?x?xi8, strided<[?, 1], offset: ?>>, %i: index, %j: index) -> (vector<8xf64>, vector<4xi1>, vector<[16]xi8>) {
  %0 = vector.load %A[%i, %j] : memref<16x32xf64, 3>, vector<8xf64>
  %1 = vector.load %B[%i] : memref<4xi1>, vector<4xi1>
  %2 = vector.load %C[%i, %j] {alignment = 32} : memref<?x?xi8, strided<[?, 1], offset: ?>>, vector<[16]xi8>
  vector.store %2, %C[%j, %i] {nontemporal = true} : memref<?x?xi8, strided<[?, 1], offset: ?>>, vector<[16]xi8>
  return %0, %1, %2 : vector<8xf64>, vector<4xi1>, vector<[16]xi8>
}
func.func @reductions(%v: vector<8xf32>, %w: vector<8xi8>, %f: f32, %x: vector<8xindex>, %y: index) -> (f32, f32, i8, index) {
  %0 = vector.reduction <add>, %v fastmath<nnan,contract> : vector<8xf32> into f32
  %1 = vector.reduction <mul>, %v, %f : vector<8xf32> into f32
  %2 = vector.reduction <xor>, %w : vector<8xi8> into i8
  %3 = vector.reduction <minui>, %x, %y : vector<8xindex> into index
  return %0, %1, %2, %3 : f32, f32, i8, index
}
func.func @transfers(%A: memref<?x?xf32>, %B: memref<8xf32>, %D: memref<f32>, %i: index, %f: f32, %m: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>, vector<f32>, vector<4xf32>, vector<4xf32>) {
  %0 = vector.transfer_read %A[%i, %i], %f : memref<?x?xf32>, vector<4xf32>
  %1 = vector.transfer_read %B[%i], %f {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
  %2 = vector.transfer_read %D[], %f : memref<f32>, vector<f32>
  %3 = vector.transfer_read %A[%i, %i], %f, %m {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  %4 = vector.transfer_read %A[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (0)>, in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
  vector.transfer_write %0, %B[%i] : vector<4xf32>, memref<8xf32>
  vector.transfer_write %0, %A[%i, %i] {in_bounds = [true]} : vector<4xf32>, memref<?x?xf32>
  %5 = vector.mask %m { vector.transfer_read %B[%i], %f {in_bounds = [true]} : memref<8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %m { vector.transfer_write %5, %B[%i] {in_bounds = [true]} : vector<4xf32>, memref<8xf32> } : vector<4xi1>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<4xf32>, vector<f32>, vector<4xf32>, vector<4xf32>
}
