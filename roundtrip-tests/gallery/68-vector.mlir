// vector
// Vectors of several dimensions are arrays of vectors.
// LOWER: builtin.module(convert-vector-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
func.func @f(%v: vector<2x4xf32>, %x: f32, %w: vector<4xf32>) -> (f32, vector<2x4xf32>) {
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  %1 = vector.insert %0, %v[1] : vector<4xf32> into vector<2x4xf32>
  %2 = vector.extract %v[0] : vector<4xf32> from vector<2x4xf32>
  %3 = vector.fma %2, %w, %0 : vector<4xf32>
  %4 = vector.shuffle %3, %w [0, 7, 2, 5] : vector<4xf32>, vector<4xf32>
  %5 = vector.reduction <add>, %4 : vector<4xf32> into f32
  return %5, %1 : f32, vector<2x4xf32>
}
