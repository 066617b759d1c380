// Constants
// The operations that are constants, and what operations on constants fold to.
llvm.mlir.global external @g(1 : i32) {addr_space = 0 : i32} : i32

llvm.func @f() -> vector<4xi32> {
  %0 = llvm.mlir.constant(dense<[1, 2, 3, 4]> : vector<4xi32>) : vector<4xi32>
  %1 = llvm.mlir.constant(5 : i32) : i32
  %2 = llvm.mlir.constant(1.5 : f64) : f64
  %3 = llvm.mlir.constant("text") : !llvm.array<4 x i8>
  %4 = llvm.mlir.constant([1 : i32, 2.0 : f32]) : !llvm.struct<(i32, f32)>
  %5 = llvm.mlir.zero : !llvm.struct<(i32, ptr)>
  %6 = llvm.mlir.poison : f32
  %7 = llvm.mlir.undef : i32
  %8 = llvm.mlir.addressof @g : !llvm.ptr
  %9 = llvm.dso_local_equivalent @callee : !llvm.ptr
  %10 = llvm.blockaddress <function = @f, tag = <id = 1>> : !llvm.ptr
  llvm.store %1, %8 : i32, !llvm.ptr
  llvm.store %2, %8 : f64, !llvm.ptr
  llvm.store %3, %8 : !llvm.array<4 x i8>, !llvm.ptr
  llvm.store %4, %8 : !llvm.struct<(i32, f32)>, !llvm.ptr
  llvm.store %5, %8 : !llvm.struct<(i32, ptr)>, !llvm.ptr
  llvm.store %6, %8 : f32, !llvm.ptr
  llvm.store %7, %8 : i32, !llvm.ptr
  llvm.store %9, %8 : !llvm.ptr, !llvm.ptr
  llvm.store %10, %8 : !llvm.ptr, !llvm.ptr
  llvm.br ^next
^next:
  llvm.blocktag <id = 1>
  llvm.return %0 : vector<4xi32>
}

llvm.func @callee()
