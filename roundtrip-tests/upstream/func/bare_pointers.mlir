// ARGS: -convert-func-to-llvm=use-bare-ptr-memref-call-conv -allow-unregistered-dialect
// ARGS: -convert-func-to-llvm -allow-unregistered-dialect
func.func @pointers(%m: memref<4xf32>, %n: memref<f32, 3>, %i: index) -> (memref<4xf32>, memref<2x2xf32, strided<[4,1], offset: 3>>) {
  "test.use"(%m, %n) : (memref<4xf32>, memref<f32,3>) -> ()
  %0:2 = call @declared(%m) : (memref<4xf32>) -> (memref<4xf32>, memref<2x2xf32, strided<[4,1], offset: 3>>)
  return %0#0, %0#1 : memref<4xf32>, memref<2x2xf32, strided<[4,1], offset: 3>>
}
func.func private @declared(memref<4xf32> {llvm.noalias}) -> (memref<4xf32>, memref<2x2xf32, strided<[4,1], offset: 3>>)
// A function can ask for it.
func.func @asks(%m: memref<4xf32>) -> memref<4xf32> attributes {llvm.bareptr} {
  %0 = call @asks(%m) : (memref<4xf32>) -> memref<4xf32>
  %1 = call @does_not_ask(%m) : (memref<4xf32>) -> memref<4xf32>
  return %0 : memref<4xf32>
}
func.func @does_not_ask(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = call @asks(%m) : (memref<4xf32>) -> memref<4xf32>
  return %0 : memref<4xf32>
}
func.func @blocks(%m: memref<4xf32>, %i : memref<4xf32>, %c: i1) {
  cf.cond_br %c, ^bb1(%m: memref<4xf32>), ^bb1(%i: memref<4xf32>)
^bb1(%x: memref<4xf32>):
  "test.use"(%x) : (memref<4xf32>)-> ()
  call @asks(%x) : (memref<4xf32>) -> memref<4xf32>
  return
}
// Nothing is known of the shape.
func.func @dynamic(%m: memref<?xf32>) -> memref<?xf32> {
  return %m : memref<?xf32>
}
func.func private @pointees(!llvm.ptr {llvm.byval = i32, llvm.sret = memref<4xf32>})
