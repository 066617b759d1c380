// RUN: tern export %s
// Tiles are of one type to LLVM, and instructions name the sizes.
llvm.func @tiles() {
  %a = amx.tile_zero : !amx.tile<16x32xbf16>
  %b = amx.tile_zero : !amx.tile<16x16xf32>
  %c = amx.tile_mulf %a, %a, %b : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
  %x = amx.tile_zero : !amx.tile<16x64xi8>
  %y = amx.tile_zero : !amx.tile<8x16xi32>
  %w = amx.tile_zero : !amx.tile<8x64xi8>
  %z = amx.tile_muli %w zext, %x, %y : !amx.tile<8x64xi8>, !amx.tile<16x64xi8>, !amx.tile<8x16xi32>
  llvm.return
}

// The width of vectors and their elements choose the intrinsic.
llvm.func @vectors(%a: vector<8xf32>, %k: vector<16xi1>, %s: vector<16xf32>, %d: vector<8xf64>, %i: i16, %j: i8, %h: vector<16xbf16>, %c: vector<32xi8>, %w: vector<8xi32>) {
  %r = llvm.mlir.constant(1 : i32) : i32
  %0 = x86vector.avx.rsqrt %a : vector<8xf32>
  %1 = x86vector.avx.intr.dot %a, %a : vector<8xf32>
  %2 = x86vector.avx512.mask.compress %k, %s : vector<16xf32>
  %3 = x86vector.avx512.mask.compress %k, %s, %s : vector<16xf32>, vector<16xf32>
  %4 = x86vector.avx512.mask.compress %k, %s {constant_src = dense<5.0> : vector<16xf32>} : vector<16xf32>
  %5 = x86vector.avx512.mask.rndscale %s, %r, %s, %i, %r : vector<16xf32>
  %6 = x86vector.avx512.mask.scalef %d, %d, %d, %j, %r : vector<8xf64>
  %7 = x86vector.avx512.dot %a, %h, %h : vector<16xbf16> -> vector<8xf32>
  %8 = x86vector.avx.dot.i8 %w, %c, %c : vector<32xi8> -> vector<8xi32>
  %9 = x86vector.avx512.cvt.packed.f32_to_bf16 %a : vector<8xf32> -> vector<8xbf16>
  llvm.return
}

llvm.func @two_results(%v: vector<16xi32>) -> vector<16xi1> {
  %0, %1 = x86vector.avx512.vp2intersect %v, %v : vector<16xi32>
  %2 = llvm.and %0, %1 : vector<16xi1>
  llvm.return %2 : vector<16xi1>
}
