// RUN: tern opt -cse %s
// RUN: mlir-opt -cse %s
// Equal operations, by blocks and regions; reads with writes between them; what nobody uses.
func.func @comm(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  %2 = arith.addi %a, %b : i32
  return %0, %1, %2 : i32, i32, i32
}
func.func @loads(%m: memref<4xi32>, %i: index) -> (i32, i32, i32) {
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = memref.load %m[%i] : memref<4xi32>
  memref.store %0, %m[%i] : memref<4xi32>
  %2 = memref.load %m[%i] : memref<4xi32>
  %d = memref.load %m[%i] : memref<4xi32>
  %al = memref.alloc() : memref<4xi32>
  return %0, %1, %2 : i32, i32, i32
}
llvm.func @lloads(%p: !llvm.ptr) -> i32 {
  %0 = llvm.load %p : !llvm.ptr -> i32
  %1 = llvm.load %p : !llvm.ptr -> i32
  %2 = llvm.load volatile %p : !llvm.ptr -> i32
  %3 = llvm.add %0, %1 : i32
  %4 = llvm.add %3, %2 : i32
  %c = llvm.mlir.constant(1 : i32) : i32
  %a = llvm.alloca %c x i32 : (i32) -> !llvm.ptr
  llvm.return %4 : i32
}
func.func @blocks(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = arith.addi %a, %a : i32
  cf.br ^c(%0 : i32)
^b:
  %1 = arith.addi %a, %a : i32
  cf.br ^c(%1 : i32)
^c(%x: i32):
  %2 = arith.addi %a, %a : i32
  %3 = arith.addi %a, %a : i32
  %4 = arith.addi %x, %2 : i32
  %5 = arith.addi %4, %3 : i32
  return %5 : i32
^d:
  %6 = arith.addi %a, %a : i32
  %7 = arith.addi %a, %a : i32
  %8 = arith.addi %6, %7 : i32
  return %8 : i32
}
func.func @regions(%c: i1, %a: i32) -> (i32, i32) {
  %0 = scf.if %c -> i32 {
    %t = arith.addi %a, %a : i32
    scf.yield %t : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> i32 {
    %t = arith.addi %a, %a : i32
    scf.yield %t : i32
  } else {
    scf.yield %a : i32
  }
  %u = arith.addi %a, %a : i32
  return %0, %1 : i32, i32
}
func.func @outer(%c: i1, %a: i32) -> (i32) {
  %u = arith.addi %a, %a : i32
  %0 = scf.if %c -> i32 {
    %t = arith.addi %a, %a : i32
    scf.yield %t : i32
  } else {
    scf.yield %u : i32
  }
  return %0 : i32
}
