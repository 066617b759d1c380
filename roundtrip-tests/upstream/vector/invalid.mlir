// ARGS: -split-input-file

func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.reduction <add>, %v : vector<4x8xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.reduction <and>, %w : vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.reduction <and>, %w : vector<4xf32> into i32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.multi_reduction <add>, %v, %w [0] : vector<4x8xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.outerproduct %w : vector<4xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.outerproduct %f, %w : f32, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.outerproduct %v, %w : vector<4x8xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.outerproduct %w, %v : vector<4xf32>, vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.outerproduct %s, %w : vector<[4]xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.outerproduct %w, %w, %w : vector<4xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.outerproduct %w, %f {kind = #vector.kind<and>} : vector<4xf32>, f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  "vector.outerproduct"(%w, %f) {kind = #vector.kind<and>} : (vector<4xf32>, f32) -> vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.scan <add>, %v, %w {inclusive = true, reduction_dim = 3 : i64} : vector<4x8xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.scan <add>, %v, %v {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.scan <add>, %v, %w {inclusive = true, reduction_dim = 0 : i64} : vector<4x8xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.scan <and>, %v, %w {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.scan <and>, %v, %w {inclusive = true} : vector<4x8xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.bitcast %w : vector<4xf32> to vector<4xi64>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.bitcast %v : vector<4x8xf32> to vector<3x8xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.bitcast %z : vector<f32> to vector<i64>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.bitcast %z : vector<f32> to vector<1xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.bitcast %f : f32 to vector<1xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.broadcast %v : vector<4x8xf32> to vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.broadcast %v : vector<4x8xf32> to vector<4x4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.broadcast %s : vector<[4]xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.broadcast %c : complex<f32> to vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.broadcast %f : f32 to vector<4xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.broadcast %f : f32 to f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.shuffle %w, %v [0] : vector<4xf32>, vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.shuffle %w, %w [9] : vector<4xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.shuffle %w, %w [0, -2] : vector<4xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.shuffle %s, %s [0] : vector<[4]xf32>, vector<[4]xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.interleave %w, %w : vector<4xf32> -> vector<7xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.interleave %w, %x : vector<4xf32> -> vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.deinterleave %w : vector<4xf32> -> vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract %v[4] : vector<8xf32> from vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract %v[0, 0, 0] : f32 from vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract %v[-2] : vector<8xf32> from vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract %v[0] : vector<8xi32> from vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract %z[] : vector<f32> from vector<f32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract %w[%f] : f32 from vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert %f, %v[0] : f32 into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert %w, %v[0, 0] : vector<4xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert %f, %v[0, 8] : f32 into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert %f, %v[0, 0, 0] : f32 into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert %z, %v[0, 0] : vector<f32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert %i, %v[0, 0] : index into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.scalable.extract %s[3] : vector<4xf32> from vector<[4]xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.scalable.extract %w[0] : vector<4xf32> from vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.scalable.insert %x, %s[1] : vector<2xf32> into vector<[4]xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract_strided_slice %v {offsets = [1, 2], sizes = [2], strides = [1, 1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract_strided_slice %v {offsets = [1, 2, 3], sizes = [2, 2, 2], strides = [1, 1, 1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract_strided_slice %v {offsets = [4], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract_strided_slice %v {offsets = [1], sizes = [5], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [2]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract_strided_slice %v {offsets = [3], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<3x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract_strided_slice %s {offsets = [1], sizes = [2], strides = [1]} : vector<[4]xf32> to vector<[2]xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract_strided_slice %w {offsets = [1], sizes = [2], strides = 1} : vector<4xf32> to vector<2xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract_strided_slice %w {offsets = [1 : i32], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.extract_strided_slice %w {offsets = [1], sizes = [2]} : vector<4xf32> to vector<2xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert_strided_slice %w, %v {offsets = [1], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert_strided_slice %w, %v {offsets = [1, 0], strides = [1, 1]} : vector<4xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert_strided_slice %v, %w {offsets = [1], strides = [1, 1]} : vector<4x8xf32> into vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert_strided_slice %w, %v {offsets = [5, 0], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert_strided_slice %w, %v {offsets = [0, 5], strides = [1]} : vector<4xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert_strided_slice %w, %v {offsets = [0, 0], strides = [2]} : vector<4xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.insert_strided_slice %s, %v {offsets = [0, 0], strides = [1]} : vector<[4]xf32> into vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.shape_cast %v : vector<4x8xf32> to vector<31xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.shape_cast %s : vector<[4]xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.shape_cast %w : vector<4xf32> to vector<4xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.shape_cast %w : vector<4xf32> to f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transpose %v, [0] : vector<4x8xf32> to vector<8x4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transpose %v, [0, 0] : vector<4x8xf32> to vector<4x4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transpose %v, [0, 2] : vector<4x8xf32> to vector<4x4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.from_elements %f, %f : vector<[2]xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.from_elements %f, %d : vector<2xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.to_elements %s : vector<[4]xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.step : vector<4xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.step : vector<4x4xindex>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.constant_mask [1, 2] : vector<4xi1>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.constant_mask [5] : vector<4xi1>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.constant_mask [2] : vector<[4]xi1>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.constant_mask [0, 1] : vector<4x8xi1>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.constant_mask [2] : vector<i1>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.constant_mask [0, 0] : vector<i1>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.constant_mask [1] : vector<4xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.create_mask %i, %i : vector<4xi1>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.create_mask : vector<i1>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.create_mask %f : vector<4xi1>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.mask %m { vector.bitcast %w : vector<4xf32> to vector<4xi32> } : vector<8xi1> -> vector<4xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.mask %m { vector.reduction <add>, %w : vector<4xf32> into f32 } : vector<8xi1> -> f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.mask %m, %f { vector.reduction <add>, %p : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.mask %m { vector.reduction <add>, %p : vector<8xf32> into f32 } : vector<8xi1> -> f64
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.mask %m { vector.reduction <add>, %p : vector<8xf32> into f32 vector.reduction <add>, %p : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.mask %m { } : vector<8xi1> -> f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.mask %m { vector.transfer_write %p, %A[%i, %i] : vector<8xf32>, memref<?x?xf32> } : vector<8xi1> -> f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.mask %f { vector.reduction <add>, %p : vector<8xf32> into f32 } : f32 -> f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i], %f : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f : memref<?x?xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f : memref<?x?xf32>, f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f : f32, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %U[%i, %i], %f : memref<*xf32>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %d : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f {permutation_map = affine_map<(d0) -> (d0)>} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<?x?xf32>, vector<4x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f {permutation_map = affine_map<(d0, d1)[s0] -> (d0)>} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f {in_bounds = [1]} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f {masked = [true]} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f, %m4 : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %B[%i], %w : memref<8xvector<4xf32>>, vector<2x3xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %B[%i], %w, %m : memref<8xvector<4xf32>>, vector<2x4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f : memref<?x?xf32>, vector<2x2x2xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_read %A[%i, %i], %f : memref<?x?xf32>, vector<3xi16>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_write %p, %A[%i, %i] {permutation_map = affine_map<(d0, d1) -> (0)>} : vector<8xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_write %p, %A[%i] : vector<8xf32>, memref<?x?xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.transfer_write %p, %A[%i, %i] : f32, memref<?x?xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.load %A[%i] : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.load %A[%i, %i] : memref<?x?xf32>, vector<8xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.load %A[%i, %i] : memref<?x?xf32>, vector<2x2x8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.load %B[%i] : memref<8xvector<4xf32>>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.load %St[%i, %i] : memref<?x?xf32, strided<[?, ?], offset: 0>>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.load %St[%i, %i] : memref<?x?xf32, strided<[?, ?], offset: 0>>, vector<1xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.load %A[%i, %i] {alignment = 3} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.load %A[%i, %i] {alignment = 0} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.store %p, %A[%i] : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.store %j, %A[%i, %i] : memref<?x?xf32>, vector<8xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.store %p, %B[%i] : memref<8xvector<4xf32>>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.store %p, %St[%i, %i] : memref<?x?xf32, strided<[?, ?], offset: 0>>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.maskedload %A[%i], %m, %p : memref<?x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.maskedload %A[%i, %i], %m, %p : memref<?x?xf32>, vector<8xi1>, vector<8xf32> into vector<7xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.maskedload %A[%i, %i], %m, %w : memref<?x?xf32>, vector<8xi1>, vector<4xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.maskedload %A[%i, %i], %m, %j : memref<?x?xf32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.maskedstore %A[%i, %i], %m, %w : memref<?x?xf32>, vector<8xi1>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.maskedstore %A[%i, %i], %m, %j : memref<?x?xf32>, vector<8xi1>, vector<8xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.maskedstore %A[%i], %m, %p : memref<?x?xf32>, vector<8xi1>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.gather %A[%i, %i] [%j], %m, %p : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<7xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.gather %A[%i] [%j], %m, %p : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.gather %A[%i, %i] [%j], %m, %w : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<4xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.gather %A[%i, %i] [%j], %m4, %p : memref<?x?xf32>, vector<8xi32>, vector<4x8xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.gather %U[] [%j], %m, %p : memref<*xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.scatter %A[%i, %i] [%j], %m, %w : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.scatter %A[%i] [%j], %m, %p : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.scatter %A[%i, %i] [%p], %m, %p : memref<?x?xf32>, vector<8xf32>, vector<8xi1>, vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.expandload %A[%i, %i], %m, %p : memref<?x?xf32>, vector<8xi1>, vector<8xf32> into vector<7xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.expandload %A[%i], %m, %p : memref<?x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.compressstore %A[%i, %i], %m, %w : memref<?x?xf32>, vector<8xi1>, vector<4xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.type_cast %A : memref<?x?xf32> to memref<vector<4xf32>>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  "vector.print"(%f) {stringLiteral = "a"} : (f32) -> ()
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.print %c : complex<f32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.print %f : f32 str "a"
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.print str "a" punctuation <comma>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.fma %j, %j, %j : vector<8xi32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["reduction"]} %w, %w, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>]} %w, %w, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["foo"]} %w, %w, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["reduction"]} %w, %w, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["parallel"]} %w, %w, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %w, %x, %f : vector<4xf32>, vector<2xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %w, %w, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i)[s] -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %w, %w, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %w, %w, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<and>} %w, %w, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %u, %u, %f : vector<4xui32>, vector<4xui32> into f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (j)>, affine_map<(i,j) -> (i)>], iterator_types = ["parallel", "reduction"]} %v, %p, %p : vector<4x8xf32>, vector<8xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %i: index, %m: vector<8xi1>, %A: memref<?x?xf32>, %c: complex<f32>, %p: vector<8xf32>, %j: vector<8xi32>, %U: memref<*xf32>, %B: memref<8xvector<4xf32>>, %St: memref<?x?xf32, strided<[?, ?], offset: 0>>, %d: f64, %m4: vector<4x8xi1>, %u: vector<4xui32>) {
  vector.contract {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (j)>, affine_map<(i,j) -> ()>], iterator_types = ["parallel", "reduction"]} %v, %p, %f : vector<4x8xf32>, vector<8xf32> into f32
  return
}
// -----
func.func @a(%m: vector<4xi1>, %v: vector<4xf32>) {
  %c = vector.mask %m, %v { %x = vector.reduction <add>, %v : vector<4xf32> into f32 } : vector<4xi1> 
  return
}
// -----
func.func @a(%m: vector<4xi1>, %v: vector<4xf32>, %f: f32) {
  %c = vector.mask %m { %x = vector.reduction <add>, %v : vector<4xf32> into f32 
    vector.yield %x : f32 } : vector<4xi1> -> f32
  vector.mask %m { %x = vector.reduction <add>, %v : vector<4xf32> into f32  vector.yield } : vector<4xi1> 
  return
}
// -----
func.func @a(%m: vector<4xi1>, %v: vector<4xf32>, %f: f32) {
  "vector.multi_reduction"(%v, %f) {kind = #vector.kind<add>, reduction_dims=array<i64:0>} : (vector<4xf32>, f32) -> vector<1xf32>
  return
}
// -----
func.func @a(%v: vector<4xf32>, %w: vector<f32>) {
  "vector.extract"(%v) {static_position=array<i64:0>} : (vector<4xf32>) -> vector<f32>
  return
}
// -----
func.func @a(%v: vector<4xf32>, %w: vector<f32>) {
  "vector.extract"(%v) {static_position=array<i64:0>} : (vector<4xf32>) -> vector<1xf32>
  return
}
// -----
func.func @a(%v: vector<4xf32>, %w: vector<f32>) {
  "vector.extract"(%v) {static_position=array<i64:5>} : (vector<4xf32>) -> f32
  return
}
// -----
func.func @a(%v: vector<4xf32>, %w: vector<f32>) {
  "vector.extract"(%v) {static_position=array<i64:0, 0>} : (vector<4xf32>) -> f32
  return
}
// -----
func.func @a(%v: vector<4xf32>, %w: vector<f32>) {
  vector.shuffle %v, %v [] : vector<4xf32>, vector<4xf32>
  return
}
// -----
func.func @a(%v: vector<4xf32>, %w: vector<f32>) {
  vector.shuffle %v, %v [1] : vector<4xf32>, f32
  return
}
// -----
func.func @a(%v: vector<4xf32>) {
  vector.extract %v[a] : f32 from vector<4xf32>
  return
}
// -----
func.func @a(%v: vector<4xf32>) {
  vector.extract %v[1.5] : f32 from vector<4xf32>
  return
}
// -----
func.func @a(%v: vector<4xf32>) {
  vector.extract %v[1 : f32 from vector<4xf32>
  return
}
