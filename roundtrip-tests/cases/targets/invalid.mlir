// RUN: tern check %s
// What verifiers of the dialects of hardware say.
%mem = builtin.unrealized_conversion_cast to memref<4xi8>
%idx = builtin.unrealized_conversion_cast to index
%t0 = amx.tile_zero : !amx.tile<32x32xi8>
%t1 = amx.tile_zero : !amx.tile<16x65xi8>
%t2 = amx.tile_load %mem[%idx, %idx] : memref<4xi8> into !amx.tile<16x64xi8>

llvm.func @x86(%k: vector<16xi1>, %s: vector<16xf32>, %i: vector<16xi32>) {
  %0 = x86vector.avx512.mask.compress %k, %s, %s {constant_src = dense<5.0> : vector<16xf32>} : vector<16xf32>, vector<16xf32>
  %1 = x86vector.avx512.mask.compress %k, %s, %i : vector<16xf32>, vector<16xi32>
  llvm.return
}

llvm.func @xe(%p: !llvm.ptr<1>, %x: i32, %f: vector<8xf32>, %h: vector<8xf16>) {
  %0 = xevm.blockload2d %p, %x, %x, %x, %x, %x <{elem_size_in_bits = 16 : i32, pack_register = true, tile_height = 16 : i32, tile_width = 16 : i32, transpose = true, v_blocks = 1 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<8xi32>
  %1 = xevm.blockload2d %p, %x, %x, %x, %x, %x <{elem_size_in_bits = 16 : i32, pack_register = false, tile_height = 8 : i32, tile_width = 16 : i32, transpose = false, v_blocks = 1 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<8xi32>
  xevm.blockstore2d %p, %x, %x, %x, %x, %x, %f <{elem_size_in_bits = 32 : i32, tile_height = 16 : i32, tile_width = 16 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xf32>)
  xevm.blockprefetch2d %p, %x, %x, %x, %x, %x <{elem_size_in_bits = 16 : i32, tile_height = 8 : i32, tile_width = 32 : i32, v_blocks = 1 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32)
  %2 = xevm.mma %h, %h, %f {shape = <m = 8, n = 16, k = 16>, types = <d = f16, a = f16, b = f16>} : (vector<8xf16>, vector<8xf16>, vector<8xf32>) -> vector<8xf16>
  llvm.return
}

llvm.func @nv(%m: i32, %v: i32, %f: f32) {
  %0 = nvvm.redux.sync fmin %v, %m : i32 -> i32
  %1 = nvvm.match.sync all %m, %v : i32 -> i32
  llvm.return
}

gpu.module @old [#nvvm.target<chip = "sm_70", verifyTarget = true>] {
  llvm.func @f(%v: i32, %m: i32) -> i32 {
    %0 = nvvm.redux.sync add %v, %m : i32 -> i32
    llvm.return %0 : i32
  }
}
