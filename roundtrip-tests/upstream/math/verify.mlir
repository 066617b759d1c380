// ARGS: -split-input-file

func.func @f(%a: f32, %b: i32) {
  %0 = math.absf %a fastmath<afn> {a} : f32 %1 = math.absi %b : i32 %2 = math.atan2 %a, %a : f32 %3 = math.fma %a, %a, %a {b} : f32 %4 = math.fpowi %a, %b : f32, i32 %5 = math.isnan %a : f32 %6 = math.ipowi %b, %b : i32
  return
}

// -----

func.func @f(%a: f32, %b: i32) {
  %5 = math.isnan %a {fastmath = #arith.fastmath<nnan>} : f32
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: i32) {
  %4 = math.fpowi %a, %b : vector<4xf32>, i32
  return
}

// -----

func.func @f(%a: tensor<?xf32>, %b: tensor<?xi32>) {
  %4 = math.fpowi %a, %b fastmath<fast> : tensor<?xf32>, tensor<?xi32>
  return
}

// -----

func.func @f(%a: f32, %b: i32) {
  %4 = math.absf %b : i32
  return
}

// -----

func.func @f(%a: vector<4xf32>) {
  %s, %c = math.sincos %a fastmath<nnan> : vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>) {
  %s, %c = "math.sincos"(%a) : (vector<4xf32>) -> (vector<4xf32>, vector<4xf64>)
  return
}

// -----

func.func @f(%a: vector<4xf32>) {
  %0 = math.clampf %a to [%a, %a] : vector<4xf32>
  return
}
