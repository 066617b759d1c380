// ARGS: -split-input-file

func.func @f() attributes {a = #complex.number<:f32 1.0, 2.0> : complex<f32>} {
  return
}

// -----

func.func @f() attributes {a = #complex.number<:f32 1.0, 2.0> : complex<f64>} {
  return
}

// -----

func.func @f() attributes {a = #complex.number<1.0, 2.0>} {
  return
}

// -----

func.func @f() attributes {a = #complex.number<:bf16 1.1, 2.0>} {
  return
}

// -----

func.func @f() attributes {b = #index<cmp_predicate slt>} {
  return
}

// -----

func.func @f() {
  %c = complex.constant [1.0, 2.0] : complex<f64>
  return
}

// -----

func.func @f() {
  %c = complex.constant [1.0, 2.0] : complex<f32>
  return
}

// -----

func.func @f() {
  %c = complex.constant [1.0] : complex<f32>
  return
}

// -----

func.func @f() {
  %c = complex.constant [1 : i32, 2 : i32] {x} : complex<i32>
  return
}

// -----

func.func @f() {
  %c = complex.constant [1 : i32, 2 : i64] {x} : complex<i32>
  return
}

// -----

func.func @f() {
  %c = complex.constant [1.0 : f32, 2 : i32] {x} : complex<f32>
  return
}

// -----

func.func @f() {
  %c = complex.constant ["a", 2 : i32] {x} : complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  %c = complex.bitcast %a : complex<f32> to i64 %d = complex.bitcast %c : i64 to complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  %c = complex.bitcast %a : complex<f32> to i32
  return
}

// -----

func.func @f(%a: i32) {
  %c = complex.bitcast %a : i32 to f32
  return
}

// -----

func.func @f(%a: complex<f32>) {
  %c = complex.bitcast %a : complex<f32> to complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  %c = complex.bitcast %a : complex<f32> to index
  return
}

// -----

func.func @f(%a: vector<2xf32>) {
  %c = complex.bitcast %a : vector<2xf32> to complex<f32>
  return
}

// -----

func.func @f(%a: f32, %b: f64) {
  %c = complex.create %a, %b : complex<f32>
  return
}

// -----

func.func @f(%a: f32, %b: f64) {
  %c = complex.create %a, %a : complex<f64>
  return
}

// -----

func.func @f(%a: f32, %b: f64) {
  %c = "complex.create"(%a, %a) : (f32, f32) -> complex<f64>
  return
}

// -----

func.func @f(%a: f32, %b: f64) {
  %c = "complex.create"(%a, %b) : (f32, f64) -> complex<f32>
  return
}

// -----

func.func @f(%a: complex<i32>) {
  %c = complex.abs %a : complex<i32>
  return
}

// -----

func.func @f(%a: complex<f32>, %b: i32) {
  %c = complex.powi %a, %b : complex<f32>, i32 %d = complex.powi %a, %b fastmath<nnan> {x} : complex<f32>, i32
  return
}

// -----

func.func @f(%a: complex<f32>) {
  %c = complex.eq %a, %a {a} : complex<f32> %d = complex.neq %a, %a : complex<f32> %e = complex.re %a fastmath<nnan> : complex<f32> %g = complex.im %a : complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  %c = complex.mul %a, %a fastmath<nnan,contract> {a} : complex<f32>
  return
}

// -----

func.func @f(%a: complex<f32>) {
  %c = "complex.abs"(%a) : (complex<f32>) -> f64
  return
}
