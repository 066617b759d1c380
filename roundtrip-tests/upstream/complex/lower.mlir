// ARGS: -split-input-file
// ARGS: -split-input-file -mlir-print-op-generic
// ARGS: -split-input-file -convert-complex-to-llvm
// ARGS: -split-input-file -convert-complex-to-llvm=complex-range=improved
// ARGS: -split-input-file -convert-complex-to-llvm=complex-range=none

func.func @m(%a: complex<f32>, %b: complex<f32>, %r: f32, %i: i32, %d: complex<f64>) {
  %0 = complex.abs %a fastmath<nnan> {q} : complex<f32>
  %1 = complex.add %a, %b fastmath<nnan> {q} : complex<f32>
  %2 = complex.sub %a, %b : complex<f32>
  %3 = complex.mul %a, %b fastmath<nnan> : complex<f32>
  %4 = complex.div %a, %b fastmath<nnan> : complex<f32>
  %5 = complex.constant [1.0 : f32, 2.0 : f32] {q} : complex<f32>
  %6 = complex.create %r, %r {q} : complex<f32>
  %7 = complex.re %a fastmath<nnan> {q} : complex<f32>
  %8 = complex.im %a : complex<f32>
  return
}

// -----

func.func @m(%a: complex<f64>, %b: complex<f64>) -> complex<f64> {
  %4 = complex.div %a, %b fastmath<nnan> {q} : complex<f64>
  return %4 : complex<f64>
}
func.func @h(%a: complex<bf16>, %b: complex<bf16>) -> complex<bf16> {
  %4 = complex.div %a, %b {q} : complex<bf16>
  return %4 : complex<bf16>
}
