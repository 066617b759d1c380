// RUN: tern export %s
llvm.func hidden local_unnamed_addr @declared(!llvm.ptr {llvm.noalias}) -> (i32 {llvm.noundef}) attributes {passthrough = ["cold", ["noinline", ""], ["alignstack", "16"], ["key", "value"]], section = ".text.mine", alignment = 32 : i64, garbageCollector = "shadow-stack", dso_local, no_unwind, target_cpu = "x86-64", frame_pointer = #llvm.framePointerKind<all>}
llvm.func @defined() attributes {passthrough = ["cold", ["noinline", ""], ["alignstack", "16"], ["key", "value"]], section = ".text.mine", alignment = 32 : i64, garbageCollector = "shadow-stack", dso_local, no_unwind, target_cpu = "x86-64", frame_pointer = #llvm.framePointerKind<all>} {
  llvm.return
}
// Arrays of attributes, where there is one type for all of them.
llvm.func @constants(%p: !llvm.ptr) {
  %0 = llvm.mlir.constant([[1 : i32, 2.0 : f32], [3 : i32, 4.0 : f32]]) : !llvm.array<2 x struct<(i32, f32)>>
  llvm.store %0, %p : !llvm.array<2 x struct<(i32, f32)>>, !llvm.ptr
  llvm.return
}
