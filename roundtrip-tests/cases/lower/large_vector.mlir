// Vectors of several dimensions are taken apart; those of which too much would be made are refused.
// RUN: tern opt --split-input-file --convert-std-to-llvm %s
// RUN: tern opt --split-input-file --convert-vector-to-llvm %s
func.func @elementwise(%a: vector<1000x1000x1000x4xf32>) -> vector<1000x1000x1000x4xf32> {
  %0 = arith.addf %a, %a : vector<1000x1000x1000x4xf32>
  return %0 : vector<1000x1000x1000x4xf32>
}

// -----

func.func @transposed(%a: vector<4000x4000xf32>) -> vector<4000x4000xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<4000x4000xf32> to vector<4000x4000xf32>
  return %0 : vector<4000x4000xf32>
}

// -----

func.func @counted() -> vector<4294967295xindex> {
  %0 = vector.step : vector<4294967295xindex>
  return %0 : vector<4294967295xindex>
}
