// ARGS: -convert-func-to-llvm -allow-unregistered-dialect
// ARGS: -convert-func-to-llvm=index-bitwidth=32 -allow-unregistered-dialect
// ARGS: -convert-to-llvm -allow-unregistered-dialect
// ARGS: -convert-cf-to-llvm -allow-unregistered-dialect
// ARGS: -convert-cf-to-llvm -convert-func-to-llvm -reconcile-unrealized-casts -allow-unregistered-dialect

// Memrefs as arguments, results, arguments of blocks and of calls; uses that stay unconverted.
func.func @mixed(%m: memref<?xf32>, %u: memref<*xf32>, %i: index, %c: i1) -> (memref<?xf32>, index) {
  %x = "test.foo"() : () -> index
  "test.use"(%m, %x, %u, %i) : (memref<?xf32>, index, memref<*xf32>, index) -> ()
  cf.cond_br %c, ^a(%i: index), ^b(%m: memref<?xf32>)
^a(%k: index):
  "test.use"(%k) : (index) -> ()
  cf.br ^b(%m: memref<?xf32>)
^b(%q: memref<?xf32>):
  %r:2 = func.call @mixed(%q, %u, %i, %c) : (memref<?xf32>, memref<*xf32>, index, i1) -> (memref<?xf32>, index)
  return %r#0, %r#1: memref<?xf32>, index
}

// Only operands from before and results from after the call are converted.
func.func @bridged(%a: memref<4x?xf32, strided<[?, 2], offset: 7>, 3>) -> memref<f32> {
  %0 = "test.make"(%a) : (memref<4x?xf32, strided<[?, 2], offset: 7>, 3>) -> memref<4x?xf32, strided<[?, 2], offset: 7>, 3>
  %1 = call @bridged(%0) : (memref<4x?xf32, strided<[?, 2], offset: 7>, 3>) -> memref<f32>
  %2 = call @bridged(%0) {test.attribute} : (memref<4x?xf32, strided<[?, 2], offset: 7>, 3>) -> memref<f32>
  "test.use"(%1, %1, %2) : (memref<f32>, memref<f32>, memref<f32>) -> ()
  return {test.attribute} %2 : memref<f32>
}

// A value that is used before its definition is seen.
func.func @loop(%n: index) {
  cf.br ^head(%n : index)
^head(%i: index):
  %j = "test.step"(%i) : (index) -> index
  cf.br ^head(%j : index)
}

// Blocks that cannot be reached.
func.func @unreachable() {
  return
^bb1(%i: index):
  cf.br ^bb1(%i : index)
}
