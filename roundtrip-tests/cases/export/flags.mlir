// RUN: tern export %s
// Fast-math flags stay where LLVM has them: with floats, vectors and arrays of floats, literal structs of one of these.
llvm.func @integer() -> i32
llvm.func @array() -> !llvm.array<2 x f32>
llvm.func @pair() -> !llvm.struct<(vector<2xf32>, vector<2xf32>)>
llvm.func @mixed() -> !llvm.struct<(f32, f64)>

llvm.func @calls(%x: f32, %i: i32, %c: i1, %s: !llvm.struct<(f32, f32)>) {
  %0 = llvm.call @integer() {fastmathFlags = #llvm.fastmath<nnan>} : () -> i32
  %1 = llvm.call @array() {fastmathFlags = #llvm.fastmath<nnan>} : () -> !llvm.array<2 x f32>
  %2 = llvm.call @pair() {fastmathFlags = #llvm.fastmath<nnan>} : () -> !llvm.struct<(vector<2xf32>, vector<2xf32>)>
  %3 = llvm.call @mixed() {fastmathFlags = #llvm.fastmath<nnan>} : () -> !llvm.struct<(f32, f64)>
  %4 = llvm.intr.sincos(%x) {fastmathFlags = #llvm.fastmath<ninf>} : (f32) -> !llvm.struct<(f32, f32)>
  %5 = llvm.select %c, %i, %i {fastmathFlags = #llvm.fastmath<nsz>} : i1, i32
  %6 = llvm.select %c, %s, %s {fastmathFlags = #llvm.fastmath<nsz>} : i1, !llvm.struct<(f32, f32)>
  llvm.return
}

// No tables are none.
llvm.func @tables_none() attributes {uwtable_kind = #llvm.uwtableKind<none>}
llvm.func @tables_sync() attributes {uwtable_kind = #llvm.uwtableKind<sync>}
llvm.func @tables_async() attributes {uwtable_kind = #llvm.uwtableKind<async>}
