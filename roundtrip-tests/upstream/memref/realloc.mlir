// ARGS: -split-input-file -expand-realloc
// ARGS: -split-input-file -expand-realloc=emit-deallocs=false
// ARGS: -split-input-file -finalize-memref-to-llvm

func.func @r(%m: memref<?xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}
// -----
func.func @r2(%m: memref<4xf32>) -> memref<8xf32> {
  %0 = memref.realloc %m : memref<4xf32> to memref<8xf32>
  return %0 : memref<8xf32>
}
// -----
func.func @r3(%m: memref<?xf32>) -> memref<8xf32> {
  %0 = memref.realloc %m {alignment = 32} : memref<?xf32> to memref<8xf32>
  return %0 : memref<8xf32>
}
// -----
func.func @r4(%m: memref<8xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.realloc %m(%n) : memref<8xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}
// -----
func.func @r5(%m: memref<8xf32>) -> memref<4xf32> {
  %0 = memref.realloc %m : memref<8xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
// -----
func.func @r6(%m: memref<?xf32, 1>, %n: index) -> memref<?xf32, 1> {
  %0 = memref.realloc %m(%n) : memref<?xf32, 1> to memref<?xf32, 1>
  %1 = memref.realloc %0(%n) : memref<?xf32, 1> to memref<?xf32, 1>
  return %1 : memref<?xf32, 1>
}
