// ARGS: -convert-vector-to-llvm=enable-amx=1 -split-input-file
// ARGS: -convert-vector-to-llvm=enable-x86vector=1 -split-input-file
// ARGS: -convert-vector-to-llvm=enable-arm-sve=1 -split-input-file
// ARGS: -convert-vector-to-llvm=enable-arm-neon=1 -split-input-file
// Operations of dialects for processor families as intrinsics: each operation, with and without attributes of its own, layouts of memrefs.
func.func @mul(%arg0: memref<?x?xi8>, %arg1: memref<?x?xi32>, %i: index) {
  %0 = arith.constant 0 : index
  %1 = amx.tile_load %arg0[%0, %i] : memref<?x?xi8> into !amx.tile<16x64xi8>
  %2 = amx.tile_load %arg0[%i, %0] : memref<?x?xi8> into !amx.tile<16x64xi8>
  %3 = amx.tile_load %arg1[%0, %0] : memref<?x?xi32> into !amx.tile<16x16xi32>
  %4 = amx.tile_muli %1 zext, %2 zext, %3 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  %z = amx.tile_zero : !amx.tile<16x16xi32>
  amx.tile_store %arg1[%0, %0], %4 : memref<?x?xi32>, !amx.tile<16x16xi32>
  amx.tile_store %arg1[%0, %0], %z : memref<?x?xi32>, !amx.tile<16x16xi32>
  return
}
func.func @mulf(%a: !amx.tile<16x32xbf16>,%c: !amx.tile<16x16xf32>, %m: memref<4x32x32xbf16, strided<[1024,32,1], offset:7>>, %i : index) -> !amx.tile<16x16xf32> {
  %b = amx.tile_load %m[%i, %i, %i] : memref<4x32x32xbf16, strided<[1024,32,1], offset:7>> into !amx.tile<16x32xbf16>
  %4 = amx.tile_mulf %a, %b, %c : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
  return %4: !amx.tile<16x16xf32>
}

// -----
func.func @a(%k: vector<16xi1>, %a: vector<16xf32>, %s: vector<16xf32>) -> (vector<16xf32>,vector<16xf32>,vector<16xf32>) {
  %0 = x86vector.avx512.mask.compress %k, %a : vector<16xf32>
  %1 = x86vector.avx512.mask.compress %k, %a {constant_src = dense<5.0> : vector<16xf32>, foo = 1 : i32} : vector<16xf32>
  %2 = x86vector.avx512.mask.compress %k, %a, %s : vector<16xf32>, vector<16xf32>
  return %0, %1, %2 : vector<16xf32>,vector<16xf32>,vector<16xf32>
}
func.func @b(%src: vector<8xf64>, %k: i32, %a: vector<8xf64>, %imm: i8, %r: i32, %i: vector<16xi32>) -> (vector<16xi1>, vector<16xi1>, vector<8xf64>) {
  %0 = x86vector.avx512.mask.rndscale %src, %k, %a, %imm, %r {foo} : vector<8xf64>
  %1 = x86vector.avx512.mask.scalef %0, %a, %a, %imm, %r : vector<8xf64>
  %2, %3 = x86vector.avx512.vp2intersect %i, %i {foo} : vector<16xi32>
  return %2, %3, %1 : vector<16xi1>, vector<16xi1>, vector<8xf64>
}
func.func @c(%a: vector<8xf32>, %m: memref<1xbf16>, %mm: memref<?x16xf16, strided<[16, 1], offset: ?>>,%w: vector<8xi32>,%i: vector<32xi8>, %b:vector<16xbf16>, %ms: memref<16xbf16, strided<[1], offset: 4>>) -> (vector<8xf32>, vector<8xi32>, vector<8xbf16>) {
  %0 = x86vector.avx.rsqrt %a : vector<8xf32>
  %1 = x86vector.avx.intr.dot %0, %a : vector<8xf32>
  %2 = x86vector.avx.bcst_to_f32.packed %m : memref<1xbf16> -> vector<8xf32>
  %3 = x86vector.avx.cvt.packed.even.indexed_to_f32 %mm : memref<?x16xf16, strided<[16,1], offset: ?>> -> vector<8xf32>
  %4 = x86vector.avx.cvt.packed.odd.indexed_to_f32 %ms {foo}: memref<16xbf16, strided<[1], offset: 4>> -> vector<8xf32>
  %d = x86vector.avx.dot.i8 %w, %i, %i : vector<32xi8> -> vector<8xi32>
  %e = x86vector.avx512.dot %a, %b, %b : vector<16xbf16> -> vector<8xf32>
  %f = x86vector.avx512.cvt.packed.f32_to_bf16 %e : vector<8xf32> -> vector<8xbf16>
  return %1, %d, %f : vector<8xf32>, vector<8xi32>, vector<8xbf16>
}
func.func @tile(%m: memref<?xi8>, %i: index, %s: index, %p: memref<3x4xbf16>) {
  %1 = amx.tile_load %m[%i], %s {foo} : memref<?xi8> into !amx.tile<16x64xi8>
  %z = amx.tile_zero {bar} : !amx.tile<16x16xi32>
  %r = amx.tile_load %p[%i, %i], %s {foo} : memref<3x4xbf16> into !amx.tile<8x4xbf16>
  amx.tile_store %m[%i], %1, %s : memref<?xi8>, !amx.tile<16x64xi8>
  return
}

// -----
func.func @c(%m: memref<1xbf16>, %mm: memref<?x16xf16, strided<[16, 1], offset: ?>>, %ms: memref<16xbf16, strided<[1], offset: 4>>,%x: memref<1xf16>) -> (vector<8xf32>, vector<8xf32>, vector<4xf32>, vector<4xf32>) {
  %2 = x86vector.avx.bcst_to_f32.packed %m : memref<1xbf16> -> vector<8xf32>
  %3 = x86vector.avx.cvt.packed.even.indexed_to_f32 %mm : memref<?x16xf16, strided<[16,1], offset: ?>> -> vector<8xf32>
  %4 = x86vector.avx.cvt.packed.odd.indexed_to_f32 %ms {foo}: memref<16xbf16, strided<[1], offset: 4>> -> vector<4xf32>
  %5 = x86vector.avx.bcst_to_f32.packed %x : memref<1xf16> -> vector<4xf32>
  return %2,%3,%4,%5 : vector<8xf32>, vector<8xf32>, vector<4xf32>, vector<4xf32>
}

// -----
func.func @dots(%a: vector<[4]xi32>, %s: vector<[16]xi8>, %la: vector<[2]xi64>, %ls: vector<[8]xi16>) -> (vector<[4]xi32>, vector<[2]xi64>) {
  %0 = arm_sve.sdot %a, %s, %s : vector<[16]xi8> to vector<[4]xi32>
  %1 = arm_sve.udot %0, %s, %s {foo} : vector<[16]xi8> to vector<[4]xi32>
  %2 = arm_sve.smmla %1, %s, %s : vector<[16]xi8> to vector<[4]xi32>
  %3 = arm_sve.ummla %2, %s, %s : vector<[16]xi8> to vector<[4]xi32>
  %4 = arm_sve.usmmla %3, %s, %s : vector<[16]xi8> to vector<[4]xi32>
  %5 = arm_sve.sdot %la, %ls, %ls : vector<[8]xi16> to vector<[2]xi64>
  return %4, %5 : vector<[4]xi32>, vector<[2]xi64>
}
func.func @masked(%m: vector<[4]xi1>, %i: vector<[4]xi32>, %f: vector<[4]xf32>, %mm: vector<[2]xi1>, %d: vector<[2]xf64>) -> (vector<[4]xi32>, vector<[4]xf32>, vector<[2]xf64>) {
  %0 = arm_sve.masked.addi %m, %i, %i : vector<[4]xi1>, vector<[4]xi32>
  %1 = arm_sve.masked.subi %m, %0, %i : vector<[4]xi1>, vector<[4]xi32>
  %2 = arm_sve.masked.muli %m, %1, %i : vector<[4]xi1>, vector<[4]xi32>
  %3 = arm_sve.masked.divi_signed %m, %2, %i : vector<[4]xi1>, vector<[4]xi32>
  %4 = arm_sve.masked.divi_unsigned %m, %3, %i : vector<[4]xi1>, vector<[4]xi32>
  %5 = arm_sve.masked.addf %m, %f, %f : vector<[4]xi1>, vector<[4]xf32>
  %6 = arm_sve.masked.subf %m, %5, %f : vector<[4]xi1>, vector<[4]xf32>
  %7 = arm_sve.masked.mulf %m, %6, %f {foo}: vector<[4]xi1>, vector<[4]xf32>
  %8 = arm_sve.masked.divf %m, %7, %f : vector<[4]xi1>, vector<[4]xf32>
  %9 = arm_sve.masked.divf %mm, %d, %d : vector<[2]xi1>, vector<[2]xf64>
  return %4, %8, %9 : vector<[4]xi32>, vector<[4]xf32>, vector<[2]xf64>
}
func.func @bools(%m: vector<[4]xi1>, %b: vector<[16]xi1>, %mm: vector<3x2x[4]xi1>, %bb: vector<2x[16]xi1>) -> (vector<[16]xi1>, vector<[8]xi1>, vector<3x2x[16]xi1>, vector<2x[1]xi1>) {
  %0 = arm_sve.convert_to_svbool %m : vector<[4]xi1>
  %1 = arm_sve.convert_from_svbool %b {foo} : vector<[8]xi1>
  %2 = arm_sve.convert_to_svbool %mm {foo} : vector<3x2x[4]xi1>
  %3 = arm_sve.convert_from_svbool %bb : vector<2x[1]xi1>
  return %0, %1, %2, %3 : vector<[16]xi1>, vector<[8]xi1>, vector<3x2x[16]xi1>, vector<2x[1]xi1>
}
func.func @zips(%v: vector<[8]xbf16>, %w: vector<2x[4]xi32>, %x: vector<[2]xf64>) -> (vector<[8]xbf16>, vector<2x[4]xi32>, vector<[2]xf64>) {
  %0, %1 = arm_sve.zip.x2 %v, %v {foo} : vector<[8]xbf16>
  %4, %5, %6, %7 = arm_sve.zip.x4 %x, %x, %x, %x : vector<[2]xf64>
  return %1, %w, %7: vector<[8]xbf16>, vector<2x[4]xi32>, vector<[2]xf64>
}
func.func @rest(%v: vector<[8]xbf16>, %p: vector<[4]xi1>, %q: vector<[8]xi1>, %i: index) -> (vector<[8]xbf16>, vector<[4]xi1>) {
  %0 = arm_sve.dupq_lane %v[2] {foo} : vector<[8]xbf16>
  %1 = arm_sve.psel %p, %q[%i] {foo} : vector<[4]xi1>, vector<[8]xi1>
  return %0, %1: vector<[8]xbf16>, vector<[4]xi1>
}
func.func @cm(%i: index, %j: index) -> (vector<[4]xi1>, vector<[1]xi1>, vector<[2]xi1>, vector<[32]xi1>, vector<4x[4]xi1>, vector<8xi1>, vector<[16]xi1>) {
  %0 = vector.create_mask %i : vector<[4]xi1>
  %1 = vector.create_mask %i : vector<[1]xi1>
  %2 = vector.create_mask %i {foo} : vector<[2]xi1>
  %3 = vector.create_mask %i : vector<[32]xi1>
  %4 = vector.create_mask %i, %j : vector<4x[4]xi1>
  %5 = vector.create_mask %i : vector<8xi1>
  %6 = vector.create_mask %i : vector<[16]xi1>
  return %0, %1, %2, %3, %4, %5, %6 : vector<[4]xi1>, vector<[1]xi1>, vector<[2]xi1>, vector<[32]xi1>, vector<4x[4]xi1>, vector<8xi1>, vector<[16]xi1>
}
func.func @ind(%a: vector<[4]xi32>, %i: index, %s: index, %mm: vector<3x2x[4]xi1>) -> vector<[4]xindex> {
  %st = vector.step : vector<[4]xindex>
  return %st : vector<[4]xindex>
}

// -----
func.func @a(%a: vector<4xi32>, %b: vector<16xi8>, %v : vector<2x8xi8>, %m: vector<4x4xi8>) -> (vector<4xi32>, vector<4xi32>) {
  %0 = arm_neon.intr.smmla %a, %b, %b : vector<16xi8> to vector<4xi32>
  %1 = arm_neon.2d.sdot %0, %m, %m : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
  return %0, %1 : vector<4xi32>, vector<4xi32>
}

// -----
func.func @tile(%m: memref<?xi8>, %i: index) {
  %1 = amx.tile_load %m[%i] : memref<?xi8> into !amx.tile<16x64xi8>
  return
}
// -----
func.func @tile(%m: memref<?x?xi8, strided<[?,2], offset: ?>>, %i: index) {
  %1 = amx.tile_load %m[%i,%i] : memref<?x?xi8, strided<[?,2], offset: ?>> into !amx.tile<16x64xi8>
  return
}
// -----
func.func @tile(%m: memref<?x?xi8, strided<[?,2], offset: ?>>, %i: index,  %t: !amx.tile<16x64xi8>) {
  amx.tile_store %m[%i,%i], %t : memref<?x?xi8, strided<[?,2], offset: ?>>, !amx.tile<16x64xi8>
  return
}
// -----
func.func @tile(%m: memref<?xi8>, %i: index,  %t: !amx.tile<16x64xi8>) {
  amx.tile_store %m[%i], %t : memref<?xi8>, !amx.tile<16x64xi8>
  return
}
// -----
func.func @tile(%m: memref<?x?xi8, strided<[?,2], offset: ?>>, %i: index,  %t: !amx.tile<16x64xi8>) {
  amx.tile_store %m[%i,%i], %t, %i : memref<?x?xi8, strided<[?,2], offset: ?>>, !amx.tile<16x64xi8>
  return
}
// -----
func.func @tile(%m: memref<?x?xi8, 3>, %i: index,  %t: !amx.tile<16x64xi8>) {
  amx.tile_store %m[%i,%i], %t, %i : memref<?x?xi8, 3>, !amx.tile<16x64xi8>
  return
}
// -----
func.func @c(%m: memref<1xbf16, 3>) -> (vector<8xf32>) {
  %2 = x86vector.avx.bcst_to_f32.packed %m : memref<1xbf16, 3> -> vector<8xf32>
  return %2 : vector<8xf32>
}
// -----
func.func @f(%m: memref<?x?xi8, affine_map<(d0,d1) -> (d0 mod 2, d1)>>, %i: index) -> i8 {
 %0 = memref.load %m[%i,%i] : memref<?x?xi8, affine_map<(d0,d1) -> (d0 mod 2, d1)>>
 return %0 : i8 }