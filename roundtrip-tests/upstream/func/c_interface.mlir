// ARGS: -convert-func-to-llvm
// ARGS: -llvm-request-c-wrappers -convert-func-to-llvm
func.func @defined(%m: memref<?x4xf32>, %i: index) -> (memref<?xf32>, index) attributes {llvm.emit_c_interface} {
  %0:2 = call @external(%m, %i) : (memref<?x4xf32>, index) -> (memref<?xf32>, index)
  return %0#0, %0#1 : memref<?xf32>, index
}
func.func private @external(memref<?x4xf32>, index) -> (memref<?xf32>, index) attributes {llvm.emit_c_interface}
func.func private @scalar_result(memref<*xf32>) -> index attributes {llvm.emit_c_interface}
func.func private @unranked(memref<*xf32>) -> memref<*xf32> attributes {llvm.emit_c_interface, test.x, llvm.linkage = #llvm.linkage<internal>}
func.func @unranked_result(%u: memref<*xf32>) -> memref<*xf32> attributes {llvm.emit_c_interface, no_inline, "abc"} {
  return %u : memref<*xf32>
}
func.func @attributes(%u: index {llvm.signext, test.a}, %m: memref<2xf32> {llvm.noalias, test.b}) -> (index {llvm.signext}, f32 {test.x}) attributes {llvm.readnone, llvm.emit_c_interface} {
  %1 = arith.constant 1.0 : f32
  return %u, %1 : index, f32
}
func.func @complex(%c: complex<f32>) -> (complex<f32> {test.b}) attributes {llvm.emit_c_interface} {
  return %c : complex<f32>
}
func.func private @nothing() attributes {llvm.emit_c_interface}
func.func @internal() attributes {llvm.emit_c_interface, llvm.linkage = #llvm.linkage<internal>} { return }
func.func @result_attribute() -> (i32 {llvm.zeroext}) attributes {llvm.emit_c_interface} {
  %r = arith.constant 1 : i32
  return %r : i32
}
func.func public @public(%m: memref<2xf32>) attributes {llvm.emit_c_interface} { return }
func.func nested @nested(%m: memref<2xf32>) attributes {llvm.emit_c_interface} { return }
