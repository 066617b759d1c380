// ARGS: -allow-unregistered-dialect -split-input-file
// ARGS: -allow-unregistered-dialect -split-input-file -lower-affine
// ARGS: -allow-unregistered-dialect -split-input-file -affine-expand-index-ops

func.func @p2(%n: index, %m: memref<100x100xf32>) -> (f32, f32) {
  %r:2 = affine.parallel (%i, %j) = (0, 0) to (10, %n) reduce ("addf", "mulf") -> (f32, f32) {
    %0 = affine.load %m[%i + 1, %j] : memref<100x100xf32>
    affine.yield %0, %0 : f32, f32
  } {foo = 1 : i32}
  return %r#0, %r#1 : f32, f32
}
// -----
func.func @p3(%n: index, %m: memref<100x100xf32>) -> (f32) {
  %r = affine.parallel (%i, %j) = (0, 0) to (10, %n) reduce ("maximumf") -> (f32) {
    %0 = affine.load %m[%i + 1, %j] : memref<100x100xf32>
    affine.yield %0 : f32
  }
  return %r : f32
}
// -----
func.func @p4(%n: index, %m: memref<100x100xi32>) -> (i32) {
  %r = affine.parallel (%i, %j) = (0, %n) to (10, %n + %n) reduce ("andi") -> i32 {
    %0 = affine.load %m[%i + 1, %j] : memref<100x100xi32>
    affine.yield %0 : i32
  }
  affine.for %k = 0 to 3 {
    affine.parallel (%i, %j) = (%k, max(%n, 0, %k * 3)) to (10, %n + %k) {
      affine.parallel (%a) = (%i) to (%i + %j floordiv 2) {
         "test.t"(%a) : (index) -> ()
      }
    }
  }
  return %r : i32
}
// -----
func.func @d1(%n: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %n into (4, 5, 6) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
// -----
func.func @d2(%n: index, %a: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %n into (%a, 6) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
// -----
func.func @d3(%n: index, %a: index, %b: index) -> (index, index, index, index) {
  %0:4 = affine.delinearize_index %n into (3, %a, 6, %b) : index, index, index, index
  return %0#0, %0#1, %0#2, %0#3 : index, index, index, index
}
// -----
func.func @d4(%n: index, %a: index, %b: index) -> (index) {
  %0 = affine.delinearize_index %n into (3) : index
  %1:2 = affine.delinearize_index %n into (%a) : index, index
  %2 = affine.delinearize_index %n into () : index
  "test.t"(%0, %1#0, %1#1, %2) : (index, index, index, index) -> ()
  return %0 : index
}
// -----
func.func @l1(%n: index, %a: index, %b: index) -> (index, index, index, index) {
  %0 = affine.linearize_index [%n, %a, %b] by (3, 4, 5) : index
  %1 = affine.linearize_index disjoint [%n, %a, %b] by (3, 4, 5) : index
  %2 = affine.linearize_index [%n, %a, %b] by (4, 5) : index
  %3 = affine.linearize_index [%n, %a, %b] by (%a, %b) : index
  return %0, %1, %2, %3 : index, index, index, index
}
// -----
func.func @l2(%n: index, %a: index, %b: index) -> (index, index, index, index) {
  %0 = affine.linearize_index disjoint [%n, %a, %b] by (3, %a, 5) : index
  %1 = affine.linearize_index [%n] by (3) : index
  %2 = affine.linearize_index [] by () : index
  %3 = affine.linearize_index disjoint [%n, %a, %b, %n] by (%a, %b, %a, 2) : index
  return %0, %1, %2, %3 : index, index, index, index
}
// -----
func.func @l3(%n: index, %a: index, %b: index) -> (index, index) {
  %0 = affine.linearize_index disjoint [%n, %a, %b, %n] by (2, %b, 7, 2) : index
  %3 = affine.linearize_index [%n, %a, %b, %n] by (2, %b, 7, 2) : index
  return %0, %3 : index, index
}
