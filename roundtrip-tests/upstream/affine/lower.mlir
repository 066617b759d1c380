// ARGS: -lower-affine

#set = affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 == 0)>
func.func @f(%m: memref<10x20xf32>, %n: index, %f: f32) -> f32 {
  %r = affine.for %i = max affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n] to min affine_map<(d0) -> (d0 + 3, 7)>(%n) step 2 iter_args(%x = %f) -> f32 {
    affine.for %j = 0 to 20 {
    %0 = affine.load %m[%i, %j + 3] : memref<10x20xf32>
    affine.store %0, %m[%i mod 2, %j - symbol(%n)] : memref<10x20xf32>
    affine.prefetch %m[%i, %j + 5], read, locality<3>, data : memref<10x20xf32>
    %v = affine.vector_load %m[%i, %j] : memref<10x20xf32>, vector<4xf32>
    affine.vector_store %v, %m[%i, %j] : memref<10x20xf32>, vector<4xf32>
    affine.if #set(%i)[%n] { affine.store %0, %m[%i, %j] : memref<10x20xf32> }
    affine.if #set(%i)[%n] { } else { affine.store %0, %m[%i, %j] : memref<10x20xf32> }
    %b = affine.min affine_map<(d0)[s0] -> (d0, s0 + 1)>(%i)[%n]
    %c = affine.max affine_map<(d0) -> (d0 ceildiv 3, 1000)>(%i)
    %a = affine.apply affine_map<(d0)[s0] -> (d0 * 3 + s0 floordiv 2)>(%i)[%n]
    memref.store %0, %m[%a, %b] : memref<10x20xf32>
    memref.store %0, %m[%a, %c] : memref<10x20xf32>
    }
    %w = affine.if #set(%i)[%n] -> f32 { affine.yield %f : f32 } else { affine.yield %x : f32 }
    affine.yield %w : f32
  }
  return %r : f32
}
