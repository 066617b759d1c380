// Intrinsics that import calls by their names
// They lose something as operations: alignments, widths, types of tokens.
llvm.func @f(%p: !llvm.ptr, %v: vector<4xf32>, %m: vector<4xi1>, %n: i64, %x: i32) {
  %0 = "llvm.intr.masked.expandload"(%p, %m, %v) <{arg_attrs = [{llvm.align = 4 : i64}, {}, {}]}> : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  "llvm.intr.masked.compressstore"(%0, %p, %m) <{arg_attrs = [{}, {llvm.align = 4 : i64}, {}]}> : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  %1 = llvm.intr.matrix.column.major.load %p, <stride = %n> {isVolatile = 0 : i1, rows = 2 : i32, columns = 2 : i32} : vector<4xf32> from !llvm.ptr stride i64
  llvm.intr.matrix.column.major.store %1, %p, <stride = %n> {isVolatile = 0 : i1, rows = 2 : i32, columns = 2 : i32} : vector<4xf32> to !llvm.ptr stride i64
  %2 = llvm.intr.expect.with.probability %x, %x, 9.0e-01 : i32
  %3 = llvm.mlir.constant(false) : i1
  %4 = llvm.mlir.none : !llvm.token
  llvm.intr.coro.end %p, %3, %4 : (!llvm.ptr, i1, !llvm.token) -> !llvm.void
  llvm.return
}
