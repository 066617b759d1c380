// ARGS: -convert-vector-to-llvm=vector-contract-lowering=dot
// ARGS: -convert-vector-to-llvm=vector-contract-lowering=outerproduct
// ARGS: -convert-vector-to-llvm=vector-contract-lowering=llvmintr
// ARGS: -convert-vector-to-llvm=vector-contract-lowering=parallelarith

func.func @matvec(%a: vector<2x3xf32>, %b: vector<3xf32>, %c: vector<2xf32>) -> vector<2xf32> {
  %0 = vector.contract {indexing_maps=[affine_map<(i,k)->(i,k)>, affine_map<(i,k)->(k)>, affine_map<(i,k)->(i)>], iterator_types=["parallel","reduction"]} %a, %b, %c : vector<2x3xf32>, vector<3xf32> into vector<2xf32>
  return %0 : vector<2xf32>
}
func.func @dot(%a: vector<3xi32>, %b: vector<3xi32>, %c: i32) -> i32 {
  %0 = vector.contract {indexing_maps=[affine_map<(k)->(k)>, affine_map<(k)->(k)>, affine_map<(k)->()>], iterator_types=["reduction"]} %a, %b, %c : vector<3xi32>, vector<3xi32> into i32
  return %0 : i32
}
func.func @batch(%a: vector<2x3x4xf32>, %b: vector<2x4xf32>, %c: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.contract {indexing_maps=[affine_map<(b,i,k)->(b,i,k)>, affine_map<(b,i,k)->(b,k)>, affine_map<(b,i,k)->(b,i)>], iterator_types=["parallel","parallel","reduction"]} %a, %b, %c : vector<2x3x4xf32>, vector<2x4xf32> into vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
func.func @tr(%a: vector<2x3xf32>, %b: vector<2x3x4xf32>) -> (vector<3x2xf32>, vector<3x2x4xf32>) {
  %0 = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %1 = vector.transpose %b, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  return %0, %1 : vector<3x2xf32>, vector<3x2x4xf32>
}
func.func @sc(%a: vector<2x4xf32>, %b: vector<4xf32>, %c: vector<2x3xf32>, %d: vector<8xf32>, %e: vector<f32>) -> (vector<8xf32>, vector<1x4xf32>, vector<3x2xf32>, vector<2x4xf32>, vector<1xf32>, vector<f32>) {
  %0 = vector.shape_cast %a : vector<2x4xf32> to vector<8xf32>
  %1 = vector.shape_cast %b : vector<4xf32> to vector<1x4xf32>
  %2 = vector.shape_cast %c : vector<2x3xf32> to vector<3x2xf32>
  %3 = vector.shape_cast %d : vector<8xf32> to vector<2x4xf32>
  %4 = vector.shape_cast %e : vector<f32> to vector<1xf32>
  %5 = vector.shape_cast %4 : vector<1xf32> to vector<f32>
  return %0, %1, %2, %3, %4, %5 : vector<8xf32>, vector<1x4xf32>, vector<3x2xf32>, vector<2x4xf32>, vector<1xf32>, vector<f32>
}
