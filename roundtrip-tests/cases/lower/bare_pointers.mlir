// Where upstream is silent: unranked memrefs under bare pointers, wrappers for C that hand over bare pointers.
// RUN: tern opt -convert-func-to-llvm=use-bare-ptr-memref-call-conv %s
// RUN: tern opt -convert-func-to-llvm=use-bare-ptr-memref-call-conv %s | tern export
func.func @defined(%m: memref<2xf32, strided<[1], offset: 1>>, %i: index) -> (memref<2xf32>, index) attributes {llvm.emit_c_interface} {
  %0:2 = call @external(%m, %i) : (memref<2xf32, strided<[1], offset: 1>>, index) -> (memref<2xf32>, index)
  return %0#0, %0#1 : memref<2xf32>, index
}
func.func private @external(memref<2xf32, strided<[1], offset: 1>>, index) -> (memref<2xf32>, index) attributes {llvm.emit_c_interface}
func.func @one(%m: memref<f32>) -> memref<f32> attributes {llvm.emit_c_interface} { return %m : memref<f32> }
func.func private @one_external(memref<f32>) -> memref<f32> attributes {llvm.emit_c_interface}
func.func @no_memref_returned(%m: memref<f32>) -> (i32, f32) attributes {llvm.emit_c_interface} {
  %0:2 = call @pair() : () -> (i32, f32)
  return %0#0, %0#1 : i32, f32
}
func.func private @pair() -> (i32, f32) attributes {llvm.emit_c_interface}
