// RUN: tern export %s
llvm.func @matrices(%a: vector<8xf64>, %b: vector<8xf64>, %p: !llvm.ptr, %n: i64) {
  %0 = llvm.intr.matrix.multiply %a, %b {lhs_rows = 4 : i32, lhs_columns = 2 : i32, rhs_columns = 4 : i32} : (vector<8xf64>, vector<8xf64>) -> vector<16xf64>
  %1 = llvm.intr.matrix.transpose %a {rows = 4 : i32, columns = 2 : i32} : vector<8xf64> into vector<8xf64>
  %2 = llvm.intr.matrix.column.major.load %p, <stride=%n> {isVolatile = 1 : i1, rows = 4 : i32, columns = 2 : i32} : vector<8xf64> from !llvm.ptr stride i64
  llvm.intr.matrix.column.major.store %2, %p, <stride=%n> {isVolatile = 0 : i1, rows = 4 : i32, columns = 2 : i32} : vector<8xf64> to !llvm.ptr stride i64
  llvm.return
}
llvm.func @masked(%p: !llvm.ptr, %ps: vector<4x!llvm.ptr>, %m: vector<4xi1>, %v: vector<4xi32>) {
  %0 = llvm.intr.masked.load %p, %m {alignment = 4 : i32, nontemporal} : (!llvm.ptr, vector<4xi1>) -> vector<4xi32>
  %1 = llvm.intr.masked.load %p, %m, %v {alignment = 16 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
  llvm.intr.masked.store %0, %p, %m {alignment = 8 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr
  %2 = llvm.intr.masked.gather %ps, %m {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<4xi32>
  llvm.intr.masked.scatter %2, %ps, %m {alignment = 2 : i32} : vector<4xi32>, vector<4xi1> into vector<4x!llvm.ptr>
  llvm.return
}
llvm.func @constrained(%x: f64, %i: i32) {
  %0 = llvm.intr.experimental.constrained.fptrunc %x towardzero maytrap : f64 to f32
  %1 = llvm.intr.experimental.constrained.fpext %0 strict : f32 to f64
  %2 = llvm.intr.experimental.constrained.sitofp %i dynamic ignore : i32 to f32
  %3 = llvm.intr.experimental.constrained.uitofp %i tonearest strict : i32 to f64
  llvm.return
}
llvm.func @assumed(%p: !llvm.ptr) {
  %c = llvm.mlir.constant(true) : i1
  %8 = llvm.mlir.constant(8 : i64) : i64
  llvm.intr.assume %c ["align"(%p, %8 : !llvm.ptr, i64), "nonnull"(%p : !llvm.ptr)] : i1
  llvm.return
}
