// ARGS: --mlir-to-llvmir
// Conversions to the type that a value has already are none.
llvm.func @f(%a: i32, %v: vector<2xi16>, %f: f32, %p: !llvm.ptr) -> i32 {
  %0 = llvm.bitcast %a : i32 to i32
  %1 = llvm.bitcast %v : vector<2xi16> to vector<2xi16>
  %2 = llvm.bitcast %1 : vector<2xi16> to i32
  %3 = llvm.bitcast %p : !llvm.ptr to !llvm.ptr
  %4 = llvm.ptrtoint %3 : !llvm.ptr to i32
  %5 = llvm.add %0, %2 : i32
  %6 = llvm.add %5, %4 : i32
  llvm.return %6 : i32
}
llvm.func @g(%a: !llvm.ptr, %c: i1) {
  %0 = llvm.mlir.undef : !llvm.array<2 x i8>
  %1 = llvm.mlir.constant(dense<[1, 2]> : tensor<2xi8>) : !llvm.array<2 x i8>
  %2 = llvm.mlir.zero : !llvm.array<2 x i8>
  %3 = llvm.select %c, %0, %1 : i1, !llvm.array<2 x i8>
  %4 = llvm.select %c, %0, %2 : i1, !llvm.array<2 x i8>
  llvm.store %3, %a : !llvm.array<2 x i8>, !llvm.ptr
  llvm.store %4, %a : !llvm.array<2 x i8>, !llvm.ptr
  %5 = llvm.mlir.undef : !llvm.struct<(ptr, i8)>
  %6 = llvm.mlir.addressof @g : !llvm.ptr
  %7 = llvm.mlir.constant(7 : i8) : i8
  %8 = llvm.insertvalue %6, %5[0] : !llvm.struct<(ptr, i8)>
  %9 = llvm.insertvalue %7, %8[1] : !llvm.struct<(ptr, i8)>
  %10 = llvm.select %c, %5, %9 : i1, !llvm.struct<(ptr, i8)>
  llvm.store %10, %a : !llvm.struct<(ptr, i8)>, !llvm.ptr
  %11 = llvm.mlir.undef : vector<2x!llvm.ptr>
  %12 = llvm.mlir.constant(0 : i64) : i64
  %13 = llvm.insertelement %6, %11[%12 : i64] : vector<2x!llvm.ptr>
  %14 = llvm.select %c, %11, %13 : i1, vector<2x!llvm.ptr>
  llvm.store %14, %a : vector<2x!llvm.ptr>, !llvm.ptr
  llvm.return
}
