// ARGS: -convert-vector-to-llvm=vector-transpose-lowering=eltwise
// ARGS: -convert-vector-to-llvm=vector-transpose-lowering=llvmintr
// ARGS: -convert-vector-to-llvm=vector-transpose-lowering=shuffle1d
// ARGS: -convert-vector-to-llvm=vector-transpose-lowering=shuffle16x16

func.func @two(%a: vector<2x4xf32>, %b: vector<2x3x4xf32>, %c: vector<1x4xf32>) -> (vector<4x2xf32>, vector<4x3x2xf32>, vector<2x4x3xf32>, vector<4x1xf32>) {
  %0 = vector.transpose %a, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %1 = vector.transpose %b, [2, 1, 0] : vector<2x3x4xf32> to vector<4x3x2xf32>
  %2 = vector.transpose %b, [0, 2, 1] : vector<2x3x4xf32> to vector<2x4x3xf32>
  %3 = vector.transpose %c, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  return %0, %1, %2, %3 : vector<4x2xf32>, vector<4x3x2xf32>, vector<2x4x3xf32>, vector<4x1xf32>
}

func.func @units(%b: vector<1x2x4xf32>, %c: vector<2x1x4xf32>, %d: vector<2x3x4xf32>, %e: vector<[4]x2xf32>, %f: vector<2x[4]xf32>, %g: vector<1x4xi8>) -> (vector<1x4x2xf32>, vector<4x1x2xf32>,vector<1x2x4xf32>, vector<3x2x4xf32>, vector<4x1xi8>) {
  %0 = vector.transpose %b, [0, 2, 1] : vector<1x2x4xf32> to vector<1x4x2xf32>
  %1 = vector.transpose %c, [2, 1, 0] : vector<2x1x4xf32> to vector<4x1x2xf32>
  %2 = vector.transpose %c, [1, 0, 2] : vector<2x1x4xf32> to vector<1x2x4xf32>
  %3 = vector.transpose %d, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  %4 = vector.transpose %g, [1, 0] : vector<1x4xi8> to vector<4x1xi8>
  return %0, %1, %2, %3, %4 : vector<1x4x2xf32>, vector<4x1x2xf32>, vector<1x2x4xf32>, vector<3x2x4xf32>, vector<4x1xi8>
}
func.func @s(%e: vector<[4]x2xf32>) -> vector<2x[4]xf32> {
  %0 = vector.transpose %e, [1, 0] : vector<[4]x2xf32> to vector<2x[4]xf32>
  return %0 : vector<2x[4]xf32>
}

func.func @square(%b: vector<16x16xf32>) -> vector<16x16xf32> {
  %0 = vector.transpose %b, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
  return %0 : vector<16x16xf32>
}

func.func @square_with_units(%a: vector<16x1x16xi32>) -> vector<16x1x16xi32> {
  %0 = vector.transpose %a, [2, 1, 0] : vector<16x1x16xi32> to vector<16x1x16xi32>
  return %0 : vector<16x1x16xi32>
}
