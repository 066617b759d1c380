// affine
// Maps become arithmetic.
// LOWER: builtin.module(lower-affine,convert-scf-to-cf,convert-arith-to-llvm,convert-cf-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
func.func @f(%m: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 15 {
    affine.store %x, %m[%i + 1] : memref<16xf32>
  }
  return
}
