// ARGS: -convert-vector-to-llvm
// ARGS: -convert-vector-to-llvm=use-vector-alignment=1
// ARGS: -convert-vector-to-llvm=reassociate-fp-reductions
// ARGS: -convert-vector-to-llvm=force-32bit-vector-indices=0

func.func @m(%p: vector<8xf32>, %A: memref<?xf32>, %i: index, %f: f32, %x: vector<8xi32>, %n: vector<8xi1>) -> (vector<8xf32>, f32, vector<8xf32>, vector<8xf32>) {
  %m = vector.constant_mask [8] : vector<8xi1>
  %0 = vector.mask %m { vector.transfer_read %A[%i], %f {in_bounds = [true]} : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %1 = vector.mask %m { vector.reduction <add>, %p : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %2 = vector.mask %n { vector.yield %p : vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %z = vector.constant_mask [0] : vector<8xi1>
  %4 = vector.maskedload %A[%i], %z, %p : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %5 = vector.maskedload %A[%i], %m, %4 : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %A[%i], %m, %5 : memref<?xf32>, vector<8xi1>, vector<8xf32>
  vector.maskedstore %A[%i], %z, %5 : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return %0, %1, %2, %2 : vector<8xf32>, f32, vector<8xf32>, vector<8xf32>
}
