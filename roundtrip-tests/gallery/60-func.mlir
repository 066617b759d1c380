// func
// Several results become a struct; memrefs become descriptors, of which each field is a parameter.
// LOWER: builtin.module(convert-func-to-llvm,reconcile-unrealized-casts)
func.func @pair(%a: i32, %b: f32) -> (i32, f32) {
  return %a, %b : i32, f32
}
func.func private @declared(memref<?xf32>) -> index
func.func @caller(%m: memref<?xf32>, %b: f32) -> i32 attributes {llvm.emit_c_interface} {
  %0 = call @declared(%m) : (memref<?xf32>) -> index
  %c = constant @pair : (i32, f32) -> (i32, f32)
  %1 = llvm.mlir.constant(1 : i32) : i32
  %2:2 = call_indirect %c(%1, %b) : (i32, f32) -> (i32, f32)
  return %2#0 : i32
}
