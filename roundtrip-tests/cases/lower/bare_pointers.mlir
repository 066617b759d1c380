// Where upstream is silent: unranked memrefs under bare pointers, wrappers for C that hand over bare pointers.
// RUN: tern opt -convert-func-to-llvm=use-bare-ptr-memref-call-conv -reconcile-unrealized-casts %s
// RUN: tern opt -convert-func-to-llvm=use-bare-ptr-memref-call-conv -reconcile-unrealized-casts %s | tern export
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
// Upstream returns the pointer that was allocated, though the caller takes it for the aligned one.
func.func private @get() -> memref<4xf32>
func.func @aligned() -> memref<4xf32> attributes {llvm.emit_c_interface} {
  %p = llvm.mlir.zero : !llvm.ptr
  %q = llvm.mlir.constant(64 : i64) : i64
  %aligned = llvm.inttoptr %q : i64 to !llvm.ptr
  %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %2 = llvm.insertvalue %aligned, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %3 = builtin.unrealized_conversion_cast %2 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<4xf32>
  return %3 : memref<4xf32>
}
func.func @handed_on() -> memref<4xf32> {
  %0 = call @get() : () -> memref<4xf32>
  return %0 : memref<4xf32>
}
