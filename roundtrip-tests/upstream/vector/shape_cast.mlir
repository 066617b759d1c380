// ARGS: -convert-vector-to-llvm

func.func @from_4_to_4x1(%a: vector<4xf32>) -> vector<4x1xf32> {
  %0 = vector.shape_cast %a : vector<4xf32> to vector<4x1xf32>
  return %0 : vector<4x1xf32>
}

func.func @from_4x1_to_4(%a: vector<4x1xf32>) -> vector<4xf32> {
  %0 = vector.shape_cast %a : vector<4x1xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @from_2x2x1_to_4(%a: vector<2x2x1xf32>) -> vector<4xf32> {
  %0 = vector.shape_cast %a : vector<2x2x1xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @from_2x2_to_1x4(%a: vector<2x2xf32>) -> vector<1x4xf32> {
  %0 = vector.shape_cast %a : vector<2x2xf32> to vector<1x4xf32>
  return %0 : vector<1x4xf32>
}

func.func @from_2x2_to_4x1(%a: vector<2x2xf32>) -> vector<4x1xf32> {
  %0 = vector.shape_cast %a : vector<2x2xf32> to vector<4x1xf32>
  return %0 : vector<4x1xf32>
}

func.func @from_2x6_to_3x4(%a: vector<2x6xf32>) -> vector<3x4xf32> {
  %0 = vector.shape_cast %a : vector<2x6xf32> to vector<3x4xf32>
  return %0 : vector<3x4xf32>
}

func.func @from_2x2x2_to_2x4(%a: vector<2x2x2xf32>) -> vector<2x4xf32> {
  %0 = vector.shape_cast %a : vector<2x2x2xf32> to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

func.func @from_2x4_to_4x2(%a: vector<2x4xf32>) -> vector<4x2xf32> {
  %0 = vector.shape_cast %a : vector<2x4xf32> to vector<4x2xf32>
  return %0 : vector<4x2xf32>
}

func.func @from_2x6_to_4x3(%a: vector<2x6xf32>) -> vector<4x3xf32> {
  %0 = vector.shape_cast %a : vector<2x6xf32> to vector<4x3xf32>
  return %0 : vector<4x3xf32>
}

func.func @from_1x2x2_to_2x2(%a: vector<1x2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.shape_cast %a : vector<1x2x2xf32> to vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

func.func @from_2x1x2_to_4x1(%a: vector<2x1x2xf32>) -> vector<4x1xf32> {
  %0 = vector.shape_cast %a : vector<2x1x2xf32> to vector<4x1xf32>
  return %0 : vector<4x1xf32>
}

func.func @from_2x3x2_to_3x4(%a: vector<2x3x2xf32>) -> vector<3x4xf32> {
  %0 = vector.shape_cast %a : vector<2x3x2xf32> to vector<3x4xf32>
  return %0 : vector<3x4xf32>
}

func.func @from_2x2x3_to_4x3(%a: vector<2x2x3xf32>) -> vector<4x3xf32> {
  %0 = vector.shape_cast %a : vector<2x2x3xf32> to vector<4x3xf32>
  return %0 : vector<4x3xf32>
}

func.func @from_3x4_to_6x2(%a: vector<3x4xf32>) -> vector<6x2xf32> {
  %0 = vector.shape_cast %a : vector<3x4xf32> to vector<6x2xf32>
  return %0 : vector<6x2xf32>
}

func.func @from_2x6x5_to_3x4x5(%a: vector<2x6x5xf32>) -> vector<3x4x5xf32> {
  %0 = vector.shape_cast %a : vector<2x6x5xf32> to vector<3x4x5xf32>
  return %0 : vector<3x4x5xf32>
}

func.func @from_6x5_to_2x3x5(%a: vector<6x5xf32>) -> vector<2x3x5xf32> {
  %0 = vector.shape_cast %a : vector<6x5xf32> to vector<2x3x5xf32>
  return %0 : vector<2x3x5xf32>
}

func.func @from_2x3x5_to_6x5(%a: vector<2x3x5xf32>) -> vector<6x5xf32> {
  %0 = vector.shape_cast %a : vector<2x3x5xf32> to vector<6x5xf32>
  return %0 : vector<6x5xf32>
}

func.func @from_12_to_2x6(%a: vector<12xf32>) -> vector<2x6xf32> {
  %0 = vector.shape_cast %a : vector<12xf32> to vector<2x6xf32>
  return %0 : vector<2x6xf32>
}

func.func @from_4x6_to_3x8(%a: vector<4x6xf32>) -> vector<3x8xf32> {
  %0 = vector.shape_cast %a : vector<4x6xf32> to vector<3x8xf32>
  return %0 : vector<3x8xf32>
}

func.func @from_2x3_to_3x2(%a: vector<2x3xf32>) -> vector<3x2xf32> {
  %0 = vector.shape_cast %a : vector<2x3xf32> to vector<3x2xf32>
  return %0 : vector<3x2xf32>
}
