// ARGS: -llvm-request-c-wrappers -convert-func-to-llvm
// C-compatible wrapper emission.
func.func private @qux(%arg0: memref<?x?xf32>)
func.func @foo(%arg0: memref<?x?xf32>) {
  return
}
func.func @returned(%arg0: memref<?x?xf32>) -> memref<?x?xf32> {
  return %arg0 : memref<?x?xf32>
}
