// Functions
// Fields of the operation, attributes of parameters and results.
llvm.func local_unnamed_addr fastcc @f(%p: !llvm.ptr {llvm.noalias, llvm.nonnull, llvm.align = 8 : i64, llvm.dereferenceable = 16 : i64}, %n: i32 {llvm.signext, llvm.noundef}) -> (i8 {llvm.zeroext}) attributes {passthrough = ["nounwind", ["alignstack", "16"], ["key", "value"]], memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, frame_pointer = #llvm.framePointerKind<all>, target_cpu = "x86-64", target_features = #llvm.target_features<["+sse2", "+avx"]>, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>, alignment = 32 : i64, section = ".text.mine", garbageCollector = "shadow-stack", function_entry_count = 7 : i64, always_inline, convergent, will_return} {
  %0 = llvm.load %p {alignment = 1 : i64} : !llvm.ptr -> i8
  llvm.return %0 : i8
}
llvm.func hidden @declared(!llvm.ptr {llvm.byval = !llvm.struct<(i32, i32)>}, ...) attributes {dso_local, no_unwind}
llvm.func @optimized() attributes {no_inline, optimize_none} {
  llvm.unreachable
}
