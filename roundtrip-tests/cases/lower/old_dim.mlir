// The dimension that is asked for was part of the spelling.
// RUN: tern opt %s
func @f(%m: memref<?x4xf32>) -> index {
  %0 = dim %m, 0 : memref<?x4xf32>
  %1 = std.dim %m, 1 : memref<?x4xf32>
  %2 = addi %0, %1 : index
  return %2 : index
}
