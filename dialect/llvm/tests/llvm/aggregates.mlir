llvm.func @vectors(%v: vector<4xf32>, %f: f32, %i: i32, %s: vector<[4]xi32>, %p: vector<2x!llvm.ptr>) {
  %0 = llvm.extractelement %v[%i : i32] : vector<4xf32>
  %1 = llvm.extractelement %p[%i : i32] {note} : vector<2x!llvm.ptr>
  %2 = llvm.insertelement %f, %v[%i : i32] : vector<4xf32>
  %3 = llvm.insertelement %i, %s[%i : i32] : vector<[4]xi32>
  %4 = llvm.shufflevector %v, %v [0, 7] : vector<4xf32>
  %5 = llvm.shufflevector %v, %v [0, -1, -1, 3, 4] : vector<4xf32>
  %6 = llvm.shufflevector %s, %s [0, 0, 0, 0] : vector<[4]xi32>
  llvm.return
}

llvm.func @structs(%s: !llvm.struct<(i32, struct<packed (i8, array<2 x f64>)>)>, %a: !llvm.array<3 x i8>, %d: f64, %b: i8, %c: i1, %w: vector<3xi1>, %x: vector<3xi8>) {
  %0 = llvm.extractvalue %s[0] : !llvm.struct<(i32, struct<packed (i8, array<2 x f64>)>)>
  %1 = llvm.extractvalue %s[1, 1, 0] : !llvm.struct<(i32, struct<packed (i8, array<2 x f64>)>)>
  %2 = llvm.insertvalue %d, %s[1, 1, 1] : !llvm.struct<(i32, struct<packed (i8, array<2 x f64>)>)>
  %3 = llvm.insertvalue %b, %a[2] {note} : !llvm.array<3 x i8>
  %4 = llvm.select %c, %d, %d : i1, f64
  %5 = llvm.select %w, %x, %x : vector<3xi1>, vector<3xi8>
  %6 = llvm.select %c, %d, %d {fastmathFlags = #llvm.fastmath<nnan>} : i1, f64
  %7 = llvm.freeze %d : f64
  llvm.return
}
