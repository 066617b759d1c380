// func with bare pointers
// With the other convention, a memref of static shape is a pointer.
// LOWER: builtin.module(convert-func-to-llvm{use-bare-ptr-memref-call-conv=1},reconcile-unrealized-casts)
func.func @identity(%m: memref<4x8xf32>) -> memref<4x8xf32> {
  return %m : memref<4x8xf32>
}
