// ARGS: -allow-unregistered-dialect
// ARGS: -allow-unregistered-dialect -mlir-print-op-generic

func.func @shape(%v: vector<4x8xf32>, %s: vector<[4]xf32>, %f: f32, %z: vector<f32>, %w: vector<4xf32>, %x: vector<2xf32>, %h: vector<8xf16>, %i: index, %sm: vector<4x[8]xi32>) {
  %0 = vector.bitcast %h : vector<8xf16> to vector<4xi32>
  %1 = vector.bitcast %z : vector<f32> to vector<i32>
  %2 = vector.broadcast %f : f32 to vector<4x[4]xf32>
  %3 = vector.broadcast %w {a} : vector<4xf32> to vector<2x4xf32>
  %4 = vector.broadcast %z : vector<f32> to vector<1xf32>
  %5 = vector.shuffle %z, %z [0, 1] : vector<f32>, vector<f32>
  %6 = vector.shuffle %v, %v [0, 7, -1] : vector<4x8xf32>, vector<4x8xf32>
  %7 = vector.interleave %z, %z : vector<f32> -> vector<2xf32>
  %8 = vector.interleave %s, %s : vector<[4]xf32> -> vector<[8]xf32>
  %9, %10 = vector.deinterleave %v : vector<4x8xf32> -> vector<4x4xf32>
  %11 = vector.extract %v[] : vector<4x8xf32> from vector<4x8xf32>
  %12 = vector.extract %z[] : f32 from vector<f32>
  %13 = vector.extract %v[%i] : vector<8xf32> from vector<4x8xf32>
  %14 = vector.extract %v[-1, 0] : f32 from vector<4x8xf32>
  %15 = vector.insert %f, %z [] : f32 into vector<f32>
  %bb = vector.broadcast %f : f32 to vector<2x2x4xf32>
  %16 = vector.insert %w, %bb [%i, 1] : vector<4xf32> into vector<2x2x4xf32>
  %17 = vector.scalable.extract %s[4] : vector<4xf32> from vector<[4]xf32>
  %18 = vector.scalable.insert %w, %s[0] : vector<4xf32> into vector<[4]xf32>
  %19 = vector.extract_strided_slice %v {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %20 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  %21 = vector.insert_strided_slice %x, %v {offsets = [1, 2], strides = [1]} : vector<2xf32> into vector<4x8xf32>
  %22 = vector.shape_cast %v : vector<4x8xf32> to vector<32xf32>
  %23 = vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %24 = vector.transpose %sm, [1, 0] : vector<4x[8]xi32> to vector<[8]x4xi32>
  %25 = vector.from_elements %f, %f, %f, %f : vector<2x2xf32>
  %26:4 = vector.to_elements %25 : vector<2x2xf32>
  %27 = vector.step : vector<[4]xindex>
  %28 = vector.step {x} : vector<4xindex>
  %29 = vector.from_elements %f : vector<f32>
  %30 = vector.fma %w, %w, %w : vector<4xf32>
  return
}
func.func @masks(%i: index, %v: vector<4x8xf32>, %m: vector<4x8xi1>, %acc: vector<4xf32>, %p: vector<8xf32>, %f: f32, %A: memref<?x?xf32>, %T: tensor<?x?xf32>, %m8: vector<8xi1>) {
  %0 = vector.constant_mask [2, 3] : vector<4x8xi1>
  %1 = vector.constant_mask [1] : vector<i1>
  %2 = vector.constant_mask [4] : vector<[4]xi1>
  %3 = vector.create_mask %i, %i : vector<4x[8]xi1>
  %4 = vector.create_mask %i : vector<i1>
  %5 = vector.mask %m { vector.multi_reduction <maxnumf>, %v, %acc {y} [1] : vector<4x8xf32> to vector<4xf32> } {x} : vector<4x8xi1> -> vector<4xf32>
  %6 = vector.mask %m8, %p { vector.transfer_read %A[%i, %i], %f : memref<?x?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  vector.mask %m8 { vector.transfer_write %p, %A[%i, %i] : vector<8xf32>, memref<?x?xf32> } : vector<8xi1>
  %7 = vector.mask %m8 { vector.transfer_write %p, %T[%i, %i] : vector<8xf32>, tensor<?x?xf32> } : vector<8xi1> -> tensor<?x?xf32>
  %8 = vector.multi_reduction <add>, %v, %f [0, 1] : vector<4x8xf32> to f32
  %9, %10 = vector.scan <mul>, %v, %acc {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  %11 = vector.outerproduct %acc, %p, %v {kind = #vector.kind<minimumf>} : vector<4xf32>, vector<8xf32>
  %12 = vector.mask %m8 { vector.reduction <add>, %p, %f fastmath<fast> : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return
}
func.func @mem(%A: memref<?x?xf32>, %B: memref<8xvector<4xf32>>, %C: memref<4x8xf32, strided<[8, 1], offset: ?>>, %i: index, %v: vector<8xf32>, %m: vector<8xi1>, %x: vector<8xi32>, %f: f32, %w: vector<4xf32>, %T: tensor<?xf32>, %v2: vector<4x8xf32>, %m2: vector<8x4xi1>, %D: memref<f32>) {
  %0 = vector.load %A[%i, %i] : memref<?x?xf32>, vector<8xf32>
  %1 = vector.load %A[%i, %i] {nontemporal = true, alignment = 16} : memref<?x?xf32>, vector<[4]xf32>
  %2 = vector.load %B[%i] : memref<8xvector<4xf32>>, vector<4xf32>
  vector.store %v, %C[%i, %i] {alignment = 8 : i64, nontemporal = false} : memref<4x8xf32, strided<[8, 1], offset: ?>>, vector<8xf32>
  %3 = vector.maskedload %A[%i, %i], %m, %v : memref<?x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %A[%i, %i], %m, %v {alignment = 4 : i64} : memref<?x?xf32>, vector<8xi1>, vector<8xf32>
  %4 = vector.gather %A[%i, %i] [%x], %m, %v : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %A[%i, %i] [%x], %m, %v : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  %5 = vector.scatter %T[%i] [%x], %m, %v : tensor<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> -> tensor<?xf32>
  %6 = vector.expandload %A[%i, %i], %m, %v : memref<?x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.compressstore %A[%i, %i], %m, %v : memref<?x?xf32>, vector<8xi1>, vector<8xf32>
  %7 = vector.transfer_read %A[%i, %i], %f, %m2 {permutation_map = affine_map<(d0, d1) -> (d1, d0)>, in_bounds = [false, true]} : memref<?x?xf32>, vector<4x8xf32>
  vector.transfer_write %v2, %A[%i, %i], %m2 {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x8xf32>, memref<?x?xf32>
  %8 = vector.transfer_write %v, %T[%i] {in_bounds = [true]} : vector<8xf32>, tensor<?xf32>
  %9 = vector.transfer_read %B[%i], %w : memref<8xvector<4xf32>>, vector<2x4xf32>
  %10 = vector.transfer_read %D[], %f : memref<f32>, vector<f32>
  %E = "test.op"() : () -> memref<5x4x3xf32>
  %12 = vector.type_cast %E : memref<5x4x3xf32> to memref<vector<5x4x3xf32>>
  vector.print punctuation <comma> {a}
  vector.print %i : index
  return
}
