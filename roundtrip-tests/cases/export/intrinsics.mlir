// RUN: tern export %s
llvm.func @f(%p: !llvm.ptr, %x: f32, %v: vector<4xf32>, %n: i32) -> f32 {
  %len = llvm.mlir.constant(16 : i64) : i64
  "llvm.intr.memcpy"(%p, %p, %len) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %0 = llvm.intr.fma(%x, %x, %x) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32, f32) -> f32
  %1 = "llvm.intr.vector.reduce.fadd"(%0, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  %2 = "llvm.intr.ctlz"(%n) <{is_zero_poison = true}> : (i32) -> i32
  %3 = llvm.call_intrinsic "llvm.bswap.i32"(%2) : (i32) -> i32
  llvm.return %1 : f32
}
