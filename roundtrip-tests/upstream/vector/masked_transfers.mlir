// ARGS: -convert-vector-to-llvm
// ARGS: -convert-vector-to-llvm=force-32bit-vector-indices=0
// Transfers of what is no memory that vectors are loaded from get a mask of what is there.
func.func @tensors(%t: tensor<?x?xf32>, %i: index, %f: f32, %x: vector<4xf32>) -> (vector<4xf32>, tensor<?x?xf32>) {
  %v = vector.transfer_read %t[%i, %i], %f : tensor<?x?xf32>, vector<4xf32>
  %w = vector.transfer_write %x, %t[%i, %i] : vector<4xf32>, tensor<?x?xf32>
  return %v, %w : vector<4xf32>, tensor<?x?xf32>
}
func.func @known_size(%t: tensor<7xf32>, %i: index, %f: f32, %m: vector<4xi1>) -> vector<4xf32> {
  %v = vector.transfer_read %t[%i], %f, %m : tensor<7xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
func.func @in_bounds(%t: tensor<?xf32>, %i: index, %f: f32) -> vector<4xf32> {
  %v = vector.transfer_read %t[%i], %f {in_bounds = [true]} : tensor<?xf32>, vector<4xf32>
  return %v : vector<4xf32>
}
func.func @strided(%t: memref<?xf32, strided<[2], offset: ?>>, %i: index, %f: f32, %x: vector<4xf32>) -> vector<4xf32> {
  %v = vector.transfer_read %t[%i], %f : memref<?xf32, strided<[2], offset: ?>>, vector<4xf32>
  vector.transfer_write %x, %t[%i] : vector<4xf32>, memref<?xf32, strided<[2], offset: ?>>
  return %v : vector<4xf32>
}
