// ARGS: -convert-func-to-llvm=use-bare-ptr-memref-call-conv -reconcile-unrealized-casts -allow-unregistered-dialect
// Bare Pointer Calling Convention for Ranked MemRef.
func.func @callee(%arg0: memref<2x4xf32>) {
  "use"(%arg0) : (memref<2x4xf32>) -> ()
  return
}
func.func @caller(%arg0: memref<2x4xf32>) {
  call @callee(%arg0) : (memref<2x4xf32>) -> ()
  return
}
