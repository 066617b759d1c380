// RUN: tern export %s
llvm.func @personality() -> i32
llvm.func @defined(%p: !llvm.ptr) attributes {target_cpu = "c", tune_cpu = "t", reciprocal_estimates = "r", prefer_vector_width = "128", target_features = #llvm.target_features<["+a", "-b"]>, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>, no_infs_fp_math = true, no_signed_zeros_fp_math = false, denormal_fp_math = "ieee,ieee", fp_contract = "fast", instrument_function_entry = "in", no_inline, no_unwind, uwtable_kind = #llvm.uwtableKind<sync>, frame_pointer = #llvm.framePointerKind<all>, arm_streaming, arm_new_za, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = readwrite, errnoMem = none, targetMem0 = none, targetMem1 = none>, personality = @personality, section = "s", alignment = 16 : i64, function_entry_count = 4 : i64, passthrough = ["cold", ["a", "b"], ["alignstack", "8"]], vec_type_hint = #llvm.vec_type_hint<hint = vector<4xf32>, is_signed = true>, reqd_work_group_size = array<i32: 1, 2, 3>, intel_reqd_sub_group_size = 16 : i32} {
  llvm.return
}
llvm.func @packed() attributes {passthrough = [["memory", "21"], ["uwtable", "1"]]}
llvm.func @declared() attributes {no_unwind, passthrough = ["cold"], work_group_size_hint = array<i32: 8, 8, 8>}
llvm.mlir.global linkonce @nothing() {alignment = 8 : i64} : i32
llvm.mlir.global external @small(1.5 : f8E4M3) : i8
llvm.mlir.global external @sparse(sparse<[[0, 1], [1, 0]], [3, 4]> : tensor<2x2xi32>) : !llvm.array<2 x array<2 x i32>>
llvm.mlir.global external @complex(dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>) : !llvm.array<2 x struct<(f32, f32)>>
