// RUN: tern export %s
llvm.func @kernel(%p: !llvm.ptr<1>, %b: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant}) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1, 23, 32>, nvvm.minctasm = 16 : i32} {
  %0 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 64> : i32
  %1 = nvvm.read.ptx.sreg.clock64 : i64
  nvvm.barrier0
  nvvm.cp.async.commit.group
  llvm.return
}

// A kind is part of a name.
llvm.func @warp(%mask: i32, %x: f32, %lane: i32, %c: i32, %p: i1) -> f32 {
  %0 = nvvm.shfl.sync bfly %mask, %x, %lane, %c {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
  %1 = nvvm.shfl.sync idx %mask, %x, %lane, %c : f32 -> f32
  %2 = nvvm.vote.sync ballot %mask, %p -> i32
  %3 = nvvm.redux.sync add %2, %mask : i32 -> i32
  llvm.return %1 : f32
}

// The shape and types of a matrix product are too.
llvm.func @product(%a: vector<2xf16>, %b: vector<2xf16>, %c: vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)> {
  %0 = nvvm.mma.sync A[%a, %a] B[%b] C[%c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  llvm.return %0 : !llvm.struct<(vector<2xf16>, vector<2xf16>)>
}

// What is for a GPU is no part of the module.
gpu.module @device [#nvvm.target<chip = "sm_90">] {
  llvm.func @inner() {
    llvm.return
  }
}
