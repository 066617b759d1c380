// ARGS: -allow-unregistered-dialect -split-input-file

func.func @a(%m: memref<?xindex>, %i: index) {
  scf.for %k = %i to %i step %i {
    %x = memref.load %m[%i] : memref<?xindex>
    %1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%x)
  }
  return
}
// -----
func.func @a2(%m: memref<?xindex>, %i: index) {
  scf.for %k = %i to %i step %i {
    %x = memref.load %m[%i] : memref<?xindex>
    %1 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%x]
  }
  return
}
// -----
func.func @b(%m: memref<?xindex>, %i: index) {
  scf.for %k = %i to %i step %i {
    %x = memref.load %m[%i] : memref<?xindex>
    %1 = affine.min affine_map<(d0) -> (d0 + 1)>(%x)
  }
  return
}
// -----
func.func @c(%m: memref<?xindex>, %i: index) {
  scf.for %k = %i to %i step %i {
    %x = memref.load %m[%i] : memref<?xindex>
    affine.for %j = 0 to %x { }
  }
  return
}
// -----
func.func @c1(%m: memref<?xindex>, %i: index) {
  scf.for %k = %i to %i step %i {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%k) { }
  }
  return
}
// -----
func.func @c2(%m: memref<?xindex>, %i: index) {
  affine.for %k = 0 to %i {
    affine.for %j = 0 to affine_map<()[s0] -> (s0)>()[%k] { }
  }
  return
}
// -----
func.func @d(%m: memref<?xindex>, %i: index) {
  scf.for %k = %i to %i step %i {
    affine.if affine_set<(d0) : (d0 >= 0)>(%k) { }
  }
  return
}
// -----
func.func @e(%m: memref<?xindex>, %i: index) {
  scf.for %k = %i to %i step %i {
    %x = affine.load %m[%k] : memref<?xindex>
  }
  return
}
// -----
func.func @e1(%m: memref<?xindex>, %i: index) {
  scf.for %k = %i to %i step %i {
    %x = memref.load %m[%i] : memref<?xindex>
    affine.store %x, %m[%x] : memref<?xindex>
  }
  return
}
// -----
func.func @e2(%m: memref<?xindex>, %i: index) {
  affine.for %k = 0 to %i {
    %x = affine.load %m[symbol(%k)] : memref<?xindex>
    affine.prefetch %m[%k + %i], read, locality<3>, data : memref<?xindex>
    %v = affine.vector_load %m[%k] : memref<?xindex>, vector<4xindex>
  }
  return
}
// -----
func.func @e3(%m: memref<?xindex>, %i: index) {
  scf.for %k = %i to %i step %i {
    affine.prefetch %m[%k + %i], read, locality<3>, data : memref<?xindex>
  }
  return
}
// -----
func.func @e4(%m: memref<?xindex>, %i: index) {
  scf.for %k = %i to %i step %i {
    %v = affine.vector_load %m[%k] : memref<?xindex>, vector<4xindex>
  }
  return
}
// -----
func.func @e5(%m: memref<?xindex>, %i: index, %v: vector<4xindex>) {
  scf.for %k = %i to %i step %i {
    affine.vector_store %v, %m[%k] : memref<?xindex>, vector<4xindex>
  }
  return
}
// -----
func.func @f(%m: memref<?xindex>, %i: index) {
  scf.for %k = %i to %i step %i {
    affine.parallel (%a) = (%k) to (%i) { }
  }
  return
}
// -----
func.func @g(%m: memref<?xindex>, %i: index) {
  affine.for %k = 0 to %i {
    %c = arith.constant 3 : index
    %y = arith.addi %i, %c : index
    %d = memref.dim %m, %c : memref<?xindex>
    affine.parallel (%a) = (symbol(%d)) to (symbol(%y)) { }
    affine.parallel (%a) = (symbol(%k)) to (symbol(%y)) { }
  }
  return
}
// -----
func.func @h(%m: memref<?xindex>, %i: index) {
  affine.for %k = 0 to %i {
    %2 = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%k]
  }
  return
}
// -----
func.func @blocks(%m: memref<?xindex>, %i: index) {
  cf.br ^bb1(%i : index)
^bb1(%k: index):
  affine.if affine_set<()[s0] : (s0 >= 0)>()[%k] { }
  return
}
// -----
"test.o"() ({
^bb0(%k: index, %m: memref<?xindex>):
  affine.if affine_set<()[s0] : (s0 >= 0)>()[%k] { }
  "test.e"() : () -> ()
}) : () -> ()
// -----
func.func @k(%m: memref<100xi32>) {
  %r = affine.parallel (%i) = (0) to (10) reduce ("xori") -> i32 {
    %0 = affine.load %m[%i] : memref<100xi32>
    affine.yield %0 : i32
  }
  return
}
// -----
func.func @k2(%f: memref<100xf32>) {
  %r9 = affine.parallel (%i) = (0) to (10) reduce ("assign") -> f32 { %0 = affine.load %f[%i] : memref<100xf32>
    affine.yield %0 : f32 }
  return
}
// -----
func.func @k2(%f: memref<100xf32>) {
  %r9 = affine.parallel (%i) = (0) to (10) reduce ("foo") -> f32 { %0 = affine.load %f[%i] : memref<100xf32>
    affine.yield %0 : f32 }
  return
}
// -----
func.func @k2(%f: memref<100xf32>) {
  %r9 = affine.parallel (%i) = (0) to (10, 11) { 
    }
  return
}
// -----
func.func @k2(%f: memref<100xf32>) {
  affine.parallel (%i) = (0) to (10) step (0) { 
    }
  return
}
// -----
func.func @k2(%f: memref<100xf32>) {
  affine.parallel (%i) = (max()) to (10) { 
    }
  return
}
