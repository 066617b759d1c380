// ARGS: --convert-vector-to-llvm --split-input-file
// ARGS: --canonicalize --split-input-file
// Masks and insertions that fold to constants, and the order of constants that are made along the way.
func.func @a(%arg0: memref<?xf32>, %arg1: vector<2x3xi32>, %arg2: vector<2x3xf32>) -> vector<2x3xf32> {
  %1 = vector.constant_mask [2, 2] : vector<2x3xi1>
  %0 = arith.constant 0: index
  %2 = vector.gather %arg0[%0][%arg1], %1, %arg2 : memref<?xf32>, vector<2x3xi32>, vector<2x3xi1>, vector<2x3xf32> into vector<2x3xf32>
  return %2 : vector<2x3xf32>
}
// -----
func.func @b() -> (index, vector<2x3xi1>) {
  %0 = arith.constant 0: index
  %1 = vector.constant_mask [2, 2] : vector<2x3xi1>
  return %0, %1 : index, vector<2x3xi1>
}
// -----
func.func @c() -> (index, vector<3xi1>) {
  %0 = arith.constant 0: index
  %1 = vector.constant_mask [2, 2] : vector<2x3xi1>
  %2 = vector.extract %1[0] : vector<3xi1> from vector<2x3xi1>
  return %0, %2 : index, vector<3xi1>
}
// -----
func.func @d() -> (index, vector<3xi1>) {
  %0 = arith.constant 0: index
  %1 = vector.constant_mask [2] : vector<3xi1>
  return %0, %1 : index, vector<3xi1>
}
// -----
func.func @e(%arg0: memref<?xf32>, %arg1: vector<2x3xi32>, %arg2: vector<2x3xf32>,  %1: vector<2x3xi1>) -> (vector<2x3xf32>, i8) {
  %0 = arith.constant 0: index
  %a = arith.constant 1: i8
  %2 = vector.gather %arg0[%0][%arg1], %1, %arg2 : memref<?xf32>, vector<2x3xi32>, vector<2x3xi1>, vector<2x3xf32> into vector<2x3xf32>
  return %2, %a : vector<2x3xf32>, i8
}
// -----
func.func @f(%arg0: memref<?xf32>, %arg1: vector<1x3xi32>, %arg2: vector<1x3xf32>) -> vector<1x3xf32> {
  %0 = arith.constant 0: index
  %1 = vector.constant_mask [1, 2] : vector<1x3xi1>
  %2 = vector.gather %arg0[%0][%arg1], %1, %arg2 : memref<?xf32>, vector<1x3xi32>, vector<1x3xi1>, vector<1x3xf32> into vector<1x3xf32>
  return %2 : vector<1x3xf32>
}
// -----
func.func @g(%arg0: memref<?xf32>, %arg1: vector<2x3xi32>, %arg2: vector<2x3xf32>) -> (vector<2x3xf32>, i8) {
  %a = arith.constant 0: i8
  %0 = arith.constant 0: index
  %1 = vector.constant_mask [2, 2] : vector<2x3xi1>
  %2 = vector.gather %arg0[%0][%arg1], %1, %arg2 : memref<?xf32>, vector<2x3xi32>, vector<2x3xi1>, vector<2x3xf32> into vector<2x3xf32>
  return %2, %a : vector<2x3xf32>, i8
}
// -----
func.func @h(%i: index, %arg0: memref<?xf32>, %arg1: vector<2x3xi32>, %arg2: vector<2x3xf32>) -> (vector<2x3xf32>, i8) {
  %a = arith.constant 0: i8
  %1 = vector.constant_mask [2, 2] : vector<2x3xi1>
  %2 = vector.gather %arg0[%i][%arg1], %1, %arg2 : memref<?xf32>, vector<2x3xi32>, vector<2x3xi1>, vector<2x3xf32> into vector<2x3xf32>
  return %2, %a : vector<2x3xf32>, i8
}
// -----
func.func @a() -> vector<3xi32> {
  %c = arith.constant dense<0> : vector<3xi32>
  %d = arith.constant 7 : i32
  %0 = vector.insert %d, %c[1] : i32 into vector<3xi32>
  return %0 : vector<3xi32>
}
// -----
func.func @b() -> vector<3xi32> {
  %c = arith.constant dense<0> : vector<3xi32>
  %d = arith.constant 0 : i32
  %i = arith.constant 2 : index
  %0 = vector.insert %d, %c[%i] : i32 into vector<3xi32>
  return %0 : vector<3xi32>
}
// -----
func.func @c() -> vector<2x3xf16> {
  %c = arith.constant dense<1.0> : vector<2x3xf16>
  %d = arith.constant dense<[1.0, 2.0, 3.0]> : vector<3xf16>
  %0 = vector.insert %d, %c[1] : vector<3xf16> into vector<2x3xf16>
  return %0 : vector<2x3xf16>
}
// -----
func.func @d() -> (vector<300xi8>, vector<300xi8>) {
  %c = arith.constant dense<1> : vector<300xi8>
  %d = arith.constant 5 : i8
  %0 = vector.insert %d, %c[1] : i8 into vector<300xi8>
  return %0, %0 : vector<300xi8>, vector<300xi8>
}
// -----
func.func @e() -> (vector<257xi1>) {
  %c = arith.constant dense<true> : vector<257xi1>
  %d = arith.constant false
  %0 = vector.insert %d, %c[1] : i1 into vector<257xi1>
  return %0 : vector<257xi1>
}
// -----
func.func @f() -> (vector<[4]xi1>) {
  %c = arith.constant dense<true> : vector<[4]xi1>
  %d = arith.constant false
  %0 = vector.insert %d, %c[1] : i1 into vector<[4]xi1>
  return %0 : vector<[4]xi1>
}
// -----
func.func @g() -> (vector<2x2xi1>) {
  %c = arith.constant dense<[[true, false], [true, false]]> : vector<2x2xi1>
  %d = arith.constant dense<false> : vector<2xi1>
  %0 = vector.insert %d, %c[0] : vector<2xi1> into vector<2x2xi1>
  return %0 : vector<2x2xi1>
}
// -----
func.func @h() -> (vector<i32>) {
  %c = arith.constant dense<1> : vector<i32>
  %d = arith.constant 4 : i32
  %0 = vector.insert %d, %c[] : i32 into vector<i32>
  return %0 : vector<i32>
}
// -----
func.func @i(%x: i32) -> (vector<2xindex>, i1) {
  %c = arith.constant dense<1> : vector<2xindex>
  %d = arith.constant -4 : index
  %0 = vector.insert %d, %c[0] : index into vector<2xindex>
  %m = vector.constant_mask [1, 2, 1] : vector<2x3x2xi1>
  %e = vector.extract %m[0, 1, 0] : i1 from vector<2x3x2xi1>
  return %0, %e : vector<2xindex>, i1
}
// -----
func.func @j(%x: vector<2x2xi32>) -> (vector<2x2xi32>, vector<2x[4]xi1>, vector<2x[4]xi1>, vector<2x3xi1>) {
  %m = vector.constant_mask [0, 0] : vector<2x3xi1>
  %n = vector.constant_mask [2, 4] : vector<2x[4]xi1>
  %o = vector.constant_mask [1, 4] : vector<2x[4]xi1>
  return %x, %n, %o, %m : vector<2x2xi32>, vector<2x[4]xi1>, vector<2x[4]xi1>, vector<2x3xi1>
}
// -----
func.func @k() -> (vector<20x30xi1>, vector<20x30xi1>, vector<2xi128>) {
  %m = vector.constant_mask [3, 30] : vector<20x30xi1>
  %c = arith.constant dense<1> : vector<2xi128>
  %d = arith.constant -4 : i128
  %0 = vector.insert %d, %c[0] : i128 into vector<2xi128>
  return %m, %m, %0 : vector<20x30xi1>, vector<20x30xi1>, vector<2xi128>
}
