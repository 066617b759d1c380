// ARGS: --convert-vector-to-llvm
// What nothing uses goes, with what is in it and what only that used.

func.func @unused(%m: memref<4xf32>, %i: index, %k: vector<4xi1>, %p: vector<4xf32>) {
  %a = memref.alloca() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = vector.expandload %m[%i], %k, %p : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %d = memref.load %m[%i] : memref<4xf32>
  %e = vector.load %m[%i] : memref<4xf32>, vector<4xf32>
  %g = llvm.mlir.undef : i32
  %al = llvm.alloca %g x i32 : (i32) -> !llvm.ptr
  %x = arith.constant 1 : i32
  return
}

func.func @unused_regions(%c: i1, %a: i32) {
  %t = arith.muli %a, %a : i32
  %r = scf.if %c -> (i32) { %s = arith.addi %a, %t : i32
    scf.yield %s : i32 } else { scf.yield %a : i32 }
  return
}
