// ARGS: -convert-func-to-llvm
// Type Conversion: scalar, index, vector, complex and memref types.
func.func private @scalars(i1, i32, f16, bf16, f32, f64, index)
func.func private @complex(complex<f32>)
func.func private @vectors(vector<4xf32>, vector<4x8xf32>, vector<4x8x16xf32>)
func.func private @zero_rank() -> memref<f32>
func.func private @one() -> memref<1xf32>
func.func private @dynamic() -> memref<?xf32>
func.func private @five() -> memref<10x42x42x43x123xf32>
func.func private @five_mixed() -> memref<10x?x42x?x123xf32>
func.func private @of_vectors() -> memref<1x?xvector<4xf32>>
func.func private @unranked() -> memref<*xf32>
