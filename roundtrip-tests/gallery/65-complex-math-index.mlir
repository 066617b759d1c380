// complex, math, index
// Complex numbers are structs; functions of math are intrinsics.
// LOWER: builtin.module(convert-complex-to-llvm,convert-math-to-llvm,convert-index-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
func.func @f(%z: complex<f32>, %x: f32, %i: index) -> index {
  %0 = complex.mul %z, %z : complex<f32>
  %1 = complex.re %0 : complex<f32>
  %2 = math.sqrt %1 : f32
  %3 = math.fma %2, %x, %x : f32
  %4 = math.ctlz %i : index
  %5 = index.add %4, %i
  %6 = index.ceildivs %5, %i
  return %6 : index
}
