// ARGS: 

#set = affine_set<(d0)[s0] : (d0 - 10 >= 0, s0 - d0 == 0)>
func.func @f(%m: memref<10x20xf32>, %n: index, %f: f32) {
  affine.for %i = 0 to 10 { affine.yield }
  affine.for %i = 0 to %n step 2 { } {a}
  affine.for %i = max affine_map<(d0)[s0] -> (d0, s0)>(%n)[%n] to min affine_map<(d0) -> (d0 + 3, 7)>(%n) { }
  %r:2 = affine.for %i = 0 to 10 iter_args(%x = %f, %y = %n) -> (f32, index) { affine.yield %x, %y : f32, index }
  affine.for %i = 0 to 10 { affine.for %j = affine_map<(d0) -> (d0 * 2)>(%i) to 20 {
    %0 = affine.load %m[%i, %j + 3] : memref<10x20xf32>
    affine.store %0, %m[%i mod 2, %j - symbol(%n)] : memref<10x20xf32>
    affine.prefetch %m[%i, %j + 5], read, locality<3>, data : memref<10x20xf32>
    %v = affine.vector_load %m[%i, %j] : memref<10x20xf32>, vector<4xf32>
    affine.vector_store %v, %m[%i, %j] : memref<10x20xf32>, vector<4xf32>
    affine.if #set(%i)[%n] { affine.yield }
    affine.if #set(%i)[%n] { } else { } {x}
    %w = affine.if #set(%i)[%n] -> f32 { affine.yield %f : f32 } else { affine.yield %f : f32 }
    %a = affine.apply affine_map<(d0)[s0] -> (d0 * 3 + s0 floordiv 2)>(%i)[%n]
    %b = affine.min affine_map<(d0)[s0] -> (d0, s0 + 1)>(%i)[%n] {u}
    %c = affine.max affine_map<(d0) -> (d0, 1000)>(%i)
  } }
  %d:3 = affine.delinearize_index %n into (3, %n, 5) : index, index, index
  %e = affine.linearize_index [%n, %n] by (3, 5) : index
  %g = affine.linearize_index disjoint [%n, %n] by (%n, 5) : index
  affine.for %i = -1 to affine_map<()[s0] -> (s0 + 1)>()[%n] { } 
  return
}
