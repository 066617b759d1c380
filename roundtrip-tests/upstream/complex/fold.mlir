// ARGS: -convert-complex-to-llvm
// ARGS: -convert-func-to-llvm

func.func @f(%x: complex<f32>, %y: complex<f32>, %a: f32, %b: f32) -> (f32, complex<f32>) {
  %z = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %o = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %c = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %0 = complex.add %x, %z : complex<f32>
  %1 = complex.sub %x, %z : complex<f32>
  %2 = complex.add %x, %y : complex<f32>
  %3 = complex.sub %2, %y : complex<f32>
  %4 = complex.sub %x, %y : complex<f32>
  %5 = complex.add %4, %y : complex<f32>
  %6 = complex.create %a, %b : complex<f32>
  %7 = complex.re %6 : complex<f32>
  %8 = complex.im %6 : complex<f32>
  %9 = complex.re %c : complex<f32>
  %10 = complex.mul %x, %o : complex<f32>
  %11 = complex.div %x, %o : complex<f32>
  %12 = complex.re %x : complex<f32>
  %13 = complex.im %x : complex<f32>
  %14 = complex.create %12, %13 : complex<f32>
  %15 = complex.mul %x, %z : complex<f32>
  %16 = complex.add %z, %x : complex<f32>
  return %7, %14 : f32, complex<f32>
}
