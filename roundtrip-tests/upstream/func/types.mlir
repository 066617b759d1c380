// ARGS: -convert-func-to-llvm
// ARGS: -convert-func-to-llvm=index-bitwidth=16
// ARGS: -convert-to-llvm
func.func private @none(none)
func.func private @tuple(tuple<i32>) -> tuple<i32>
func.func private @floats(f16, bf16, f32, f64, f80, f128)
func.func private @small_floats(f8E5M2, f4E2M1FN, f6E2M3FN, f8E8M0FNU)
func.func private @tf32(tf32)
func.func private @vectors(vector<f32>, vector<4xi1>, vector<2x3xindex>, vector<2x3x[4]xf32>)
func.func private @scalable_outside(vector<[2]x4xf32>)
func.func private @integers(i1, si32, ui8, i1024, index)
func.func private @complex(complex<f32>, complex<i8>) -> complex<f64>
func.func private @memrefs(memref<f32>, memref<2x?xf32, strided<[?, 1], offset: 3>, 5>, memref<3xmemref<4xf32>>)
func.func private @nested_vector(memref<3xvector<2x2xf32>>)
func.func private @affine_layout(memref<2x?xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 * 3 + 7)>>)
func.func private @not_strided(memref<2xf32, affine_map<(d0) -> (d0 floordiv 2)>>)
func.func private @function((i32, memref<?xf32>) -> (i32, i64)) -> (() -> ())
func.func private @tensor(tensor<2xf32>)
func.func private @function_of_tensor((tensor<2xf32>) -> ())
func.func private @unranked(memref<*xf32, 4>) -> memref<*xf32>
func.func private @recursive(!llvm.struct<"a", (ptr, array<3 x struct<"a1", (struct<(i32)>, index)>>, index)>)
func.func private @recursive_again(!llvm.struct<"a", (ptr, array<3 x struct<"a1", (struct<(i32)>, index)>>, index)>)
func.func private @opaque(!llvm.struct<"b", opaque>, !llvm.ptr<3>, !llvm.array<3 x struct<(i32, index)>>)
