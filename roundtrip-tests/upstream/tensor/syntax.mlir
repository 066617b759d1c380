// ARGS: -split-input-file
// ARGS: -split-input-file --mlir-print-op-generic
// Operations of the tensor dialect, and what is wrong with some.
func.func @a(%n: index) -> tensor<?x4xf32> { %0 = tensor.empty() : tensor<?x4xf32> return %0 : tensor<?x4xf32> }
// -----
func.func @b(%t: tensor<?xf32>) -> tensor<?xi32> { %0 = tensor.cast %t : tensor<?xf32> to tensor<?xi32> return %0 : tensor<?xi32> }
// -----
func.func @c(%t: tensor<4xf32>) { %0 = tensor.cast %t : tensor<4xf32> to tensor<5xf32> return }
// -----
func.func @d(%t: tensor<4xf32>, %i: index) { %0 = tensor.extract %t[%i, %i] : tensor<4xf32> return }
// -----
func.func @e(%t: tensor<4xf32>, %i: index, %f: f32) { %0 = tensor.insert %f into %t[%i, %i] : tensor<4xf32> return }
// -----
func.func @g(%f: f32) { %0 = tensor.from_elements %f : tensor<?xf32> return }
// -----
func.func @h(%f: f32) { %0 = tensor.splat %f : tensor<?xf32> return }
// -----
func.func @i(%f: tensor<f32>, %i: index) { %0 = tensor.dim %f, %i : tensor<f32> return }
// -----
func.func @j(%f: tensor<4xi32>, %i: index) -> f32 { %0 = "tensor.extract"(%f, %i) : (tensor<4xi32>, index) -> f32 return %0 : f32 }
// -----
func.func @k(%f: f32) { %0 = "tensor.splat"(%f) : (f32) -> tensor<4xi32> return }
// -----
func.func @l(%t: tensor<4xf32>, %i: index, %f: i32) { %0 = "tensor.insert"(%f, %t, %i) : (i32, tensor<4xf32>, index) -> tensor<4xf32> return }
// -----
func.func @m(%t: tensor<4xf32>, %i: index, %f: f32) { %0 = "tensor.insert"(%f, %t, %i) : (f32, tensor<4xf32>, index) -> tensor<5xf32> return }
// -----
func.func @n(%t: tensor<4xf32, "a">) { %0 = tensor.cast %t : tensor<4xf32, "a"> to tensor<4xf32> return }
// -----
func.func @ok(%t: tensor<?x4xf32>, %u: tensor<*xf32>, %n: index, %f: f32) -> (index, tensor<*xf32>) {
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  %1 = tensor.dim %u, %n : tensor<*xf32>
  %2 = tensor.cast %t : tensor<?x4xf32> to tensor<*xf32>
  %3 = tensor.cast %2 : tensor<*xf32> to tensor<3x?xf32>
  %4 = tensor.cast %3 : tensor<3x?xf32> to tensor<?x4xf32>
  %5 = tensor.extract %4[%n, %n] : tensor<?x4xf32>
  %6 = tensor.insert %5 into %4[%n, %1] {a} : tensor<?x4xf32>
  %7 = tensor.rank %2 : tensor<*xf32>
  %8 = tensor.from_elements %f, %5 : tensor<1x2xf32>
  %9 = tensor.splat %f[%n] : tensor<?x4xf32>
  %10 = tensor.splat %f : tensor<f32>
  %11 = tensor.from_elements %f : tensor<f32>
  %12 = tensor.extract %11[] : tensor<f32>
  return %7, %2 : index, tensor<*xf32>
}
