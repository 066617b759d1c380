// Kernels for NVIDIA's GPUs, for the compiler library libnvvm: before Blackwell it reads the LLVM IR of LLVM 7, from Blackwell on that of
// newer versions. A kernel is a function with the calling convention of one.
//
//   tern opt --convert-scf-to-cf --finalize-memref-to-llvm --convert-arith-to-llvm --convert-index-to-llvm --convert-cf-to-llvm \
//     --convert-func-to-llvm=use-bare-ptr-memref-call-conv --reconcile-unrealized-casts kernels.mlir \
//     | tern export --for nvvm -o kernels.ll
//   tern export --for nvvm-blackwell …

// One element of a product of matrices for each thread.
func.func @multiply(%a: memref<64x64xf32, 1>, %b: memref<64x64xf32, 1>, %c: memref<64x64xf32, 1>) attributes {CConv = #llvm.cconv<ptx_kernelcc>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 64 : index
  %start = arith.constant 0.0 : f32
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %y = nvvm.read.ptx.sreg.ctaid.x : i32
  %column = arith.index_cast %x : i32 to index
  %row = arith.index_cast %y : i32 to index
  %sum = scf.for %k = %zero to %size step %one iter_args(%partial = %start) -> (f32) {
    %left = memref.load %a[%row, %k] : memref<64x64xf32, 1>
    %right = memref.load %b[%k, %column] : memref<64x64xf32, 1>
    %product = arith.mulf %left, %right : f32
    %next = arith.addf %partial, %product : f32
    scf.yield %next : f32
  }
  memref.store %sum, %c[%row, %column] : memref<64x64xf32, 1>
  return
}

// The sum of the elements of each block of 256, in shared memory, added to one number atomically.
memref.global "private" @partial : memref<256xf32, 3>

func.func @reduce(%in: memref<65536xf32, 1>, %out: memref<1xf32, 1>) attributes {CConv = #llvm.cconv<ptx_kernelcc>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %half = arith.constant 128 : index
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %y = nvvm.read.ptx.sreg.ctaid.x : i32
  %width = nvvm.read.ptx.sreg.ntid.x : i32
  %base = arith.muli %y, %width : i32
  %global = arith.addi %base, %x : i32
  %thread = arith.index_cast %x : i32 to index
  %place = arith.index_cast %global : i32 to index
  %shared = memref.get_global @partial : memref<256xf32, 3>
  %value = memref.load %in[%place] : memref<65536xf32, 1>
  memref.store %value, %shared[%thread] : memref<256xf32, 3>
  nvvm.barrier
  %end = scf.while (%stride = %half) : (index) -> index {
    %goes_on = arith.cmpi ugt, %stride, %zero : index
    scf.condition(%goes_on) %stride : index
  } do {
  ^body(%stride: index):
    %is_left = arith.cmpi ult, %thread, %stride : index
    scf.if %is_left {
      %other = arith.addi %thread, %stride : index
      %mine = memref.load %shared[%thread] : memref<256xf32, 3>
      %theirs = memref.load %shared[%other] : memref<256xf32, 3>
      %both = arith.addf %mine, %theirs : f32
      memref.store %both, %shared[%thread] : memref<256xf32, 3>
    }
    nvvm.barrier
    %next = arith.shrui %stride, %one : index
    scf.yield %next : index
  }
  %is_first = arith.cmpi eq, %thread, %zero : index
  scf.if %is_first {
    %sum = memref.load %shared[%zero] : memref<256xf32, 3>
    %old = memref.atomic_rmw addf %sum, %out[%zero] : (f32, memref<1xf32, 1>) -> f32
  }
  return
}

// The sum of a warp by shuffles, counted in whole numbers.
func.func @warp(%in: memref<32xi32, 1>, %out: memref<32xi32, 1>) attributes {CConv = #llvm.cconv<ptx_kernelcc>} {
  %all = arith.constant -1 : i32
  %clamp = arith.constant 31 : i32
  %zero = arith.constant 0 : index
  %distance = arith.constant 16 : i32
  %two = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %thread = arith.index_cast %x : i32 to index
  %value = memref.load %in[%thread] : memref<32xi32, 1>
  %sum, %end = scf.while (%partial = %value, %step = %distance) : (i32, i32) -> (i32, i32) {
    %goes_on = arith.cmpi ugt, %step, %none : i32
    scf.condition(%goes_on) %partial, %step : i32, i32
  } do {
  ^body(%partial: i32, %step: i32):
    %other = nvvm.shfl.sync down %all, %partial, %step, %clamp : i32 -> i32
    %both = arith.addi %partial, %other : i32
    %next = arith.shrui %step, %two : i32
    scf.yield %both, %next : i32, i32
  }
  %old = memref.atomic_rmw addi %sum, %out[%zero] : (i32, memref<32xi32, 1>) -> i32
  return
}

// A function of NVIDIA's library libdevice, which is linked by the driver.
func.func private @__nv_sin(f64) -> f64

func.func @sines(%values: memref<256xf64, 1>) attributes {CConv = #llvm.cconv<ptx_kernelcc>} {
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %thread = arith.index_cast %x : i32 to index
  %value = memref.load %values[%thread] : memref<256xf64, 1>
  %sine = func.call @__nv_sin(%value) : (f64) -> f64
  memref.store %sine, %values[%thread] : memref<256xf64, 1>
  return
}
