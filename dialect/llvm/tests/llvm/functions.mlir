llvm.func @declared(i32, !llvm.ptr) -> i64
llvm.func @variadic(!llvm.ptr, ...) -> i32
llvm.func @only_variadic(...)
llvm.func @void_result() -> ()
llvm.func internal @named(%x: i32, %y: f32) -> f32 {
  llvm.return %y : f32
}
llvm.func linkonce_odr hidden unnamed_addr fastcc @everything(%a: !llvm.ptr {llvm.noalias, llvm.align = 8 : i64}, %b: i32 {llvm.signext}) -> (i32 {llvm.zeroext, llvm.range = #llvm.constant_range<i32, 0, 8>}) vscale_range(1, 16) comdat(@comdats::@any) attributes {dso_local, passthrough = ["noinline", ["alignstack", "8"]], personality = @personality, sym_visibility = "private", custom.attr = unit} {
  llvm.return %b : i32
}
llvm.func protected local_unnamed_addr @arm() attributes {arm_streaming, arm_new_za, arm_in_za, frame_pointer = #llvm.framePointerKind<all>, garbageCollector = "statepoint-example", memory_effects = #llvm.memory_effects<other = read, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, section = "s", alignment = 16 : i64, target_cpu = "generic", tune_cpu = "x", target_features = #llvm.target_features<["+sve"]>, no_inline, optimize_none, will_return, no_unwind, convergent, uwtable_kind = #llvm.uwtableKind<sync>, function_entry_count = 5 : i64, vec_type_hint = #llvm.vec_type_hint<hint = i32>, work_group_size_hint = array<i32: 1, 2, 3>, reqd_work_group_size = array<i32: 1, 2, 3>, intel_reqd_sub_group_size = 4 : i32, no_infs_fp_math = true, denormal_fp_math = "ieee", fp_contract = "fast"}
llvm.func extern_weak @single_result_attr() -> (!llvm.ptr {llvm.nonnull})
llvm.func @nested_results() -> !llvm.struct<(i32, f32)>
llvm.func amdgpu_kernelcc @kernel(%arg0: !llvm.ptr<1> {llvm.byref = i32}, %arg1: vector<2xf32>)
llvm.func @personality(...) -> i32
llvm.comdat @comdats {
  llvm.comdat_selector @any any
}

llvm.func @calls(%f: !llvm.ptr, %i: i32, %p: !llvm.ptr, %s: f32) -> i32 {
  %0 = llvm.call @declared(%i, %p) : (i32, !llvm.ptr) -> i64
  llvm.call @void_result() : () -> ()
  %1 = llvm.call @variadic(%p, %i, %s) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32, f32) -> i32
  llvm.call %f(%i) : !llvm.ptr, (i32) -> ()
  %2 = llvm.call %f(%i, %s) vararg(!llvm.func<i32 (i32, ...)>) : !llvm.ptr, (i32, f32) -> i32
  %3 = llvm.call tail @named(%i, %s) : (i32, f32) -> f32
  %4 = llvm.call fastcc musttail @named(%i, %s) {fastmathFlags = #llvm.fastmath<nnan>} : (i32, f32) -> f32
  %5 = llvm.call notail @named(%i, %s) {no_unwind, will_return, convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} : (i32, f32) -> f32
  %6 = llvm.call @everything(%p, %i) : (!llvm.ptr {llvm.noalias}, i32) -> (i32 {llvm.zeroext})
  llvm.call @void_result() ["tag"(%i, %p : i32, !llvm.ptr), "empty"()] : () -> ()
  %7 = llvm.call @declared(%i, %p) {no_inline, always_inline, inline_hint, note = 1 : i32} : (i32, !llvm.ptr) -> i64
  llvm.return %1 : i32
}

llvm.func @exceptions(%p: !llvm.ptr, %i: i32) -> i32 attributes {personality = @personality} {
  %f = llvm.mlir.zero : !llvm.ptr
  %u = llvm.mlir.undef : !llvm.array<1 x ptr>
  %c = llvm.insertvalue %f, %u[0] : !llvm.array<1 x ptr>
  %s = llvm.mlir.constant(1.0 : f32) : f32
  %0 = llvm.invoke @named(%i, %s) to ^bb1 unwind ^bb2 : (i32, f32) -> f32
^bb1:
  llvm.invoke @void_result() to ^bb3(%i : i32) unwind ^bb2 : () -> ()
^bb2:
  %1 = llvm.landingpad cleanup (catch %f : !llvm.ptr) (filter %c : !llvm.array<1 x ptr>) : !llvm.struct<(ptr, i32)>
  llvm.resume %1 : !llvm.struct<(ptr, i32)>
^bb3(%x: i32):
  %2 = llvm.invoke fastcc %f(%i) to ^bb4 unwind ^bb5 ["tag"(%i : i32)] : !llvm.ptr, (i32 {llvm.signext}) -> i32
^bb4:
  %3 = llvm.invoke @variadic(%f, %i) to ^bb6 unwind ^bb5 vararg(!llvm.func<i32 (ptr, ...)>) {branch_weights = array<i32: 1, 2>} : (!llvm.ptr, i32) -> i32
^bb5:
  %4 = llvm.landingpad (catch %f : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %4 : !llvm.struct<(ptr, i32)>
^bb6:
  llvm.return %x : i32
}

llvm.func @others(%p: !llvm.ptr, %i: i32, %f: f32) {
  %c = llvm.mlir.constant(true) : i1
  %0 = llvm.va_arg %p : (!llvm.ptr) -> i32
  %1 = llvm.call_intrinsic "llvm.bswap"(%i) : (i32) -> i32
  llvm.call_intrinsic "llvm.donothing"() : () -> ()
  %2 = llvm.call_intrinsic "llvm.maxnum.f32"(%f, %f) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32 {llvm.noundef}) -> (f32 {llvm.noundef})
  llvm.call_intrinsic "llvm.assume"(%c) ["align"(%p, %i : !llvm.ptr, i32)] : (i1) -> ()
  llvm.inline_asm "nop", "" : () -> ()
  %3 = llvm.inline_asm has_side_effects is_align_stack asm_dialect = intel "bswap $0", "=r,r" %i : (i32) -> i32
  llvm.inline_asm asm_dialect = att operand_attrs = [{elementtype = i32}] "x", "*m" %p : (!llvm.ptr) -> ()
  llvm.inline_asm tail_call_kind = <tail> {note} "x", "r" %i : (i32) -> ()
  %4 = llvm.inline_asm "", "=r,=r" : () -> !llvm.struct<(i32, i32)>
  llvm.return
}

llvm.func @constants() {
  %0 = llvm.mlir.constant(42 : i32) : i32
  %1 = llvm.mlir.constant(42 : i64) : i64
  %2 = llvm.mlir.constant(1.5 : f64) : f64
  %3 = llvm.mlir.constant(dense<1.0> : vector<4xf32>) : vector<4xf32>
  %4 = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
  %5 = llvm.mlir.constant([1 : i32, 2.0 : f32]) : !llvm.struct<(i32, f32)>
  %6 = llvm.mlir.constant(dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>) {note} : !llvm.array<2 x array<2 x i16>>
  %7 = llvm.mlir.constant(-1 : i128) : i128
  %8 = llvm.mlir.constant(0x7FC00000 : f32) : f32
  %9 = llvm.mlir.zero : !llvm.struct<(i32, ptr)>
  %10 = llvm.mlir.undef : !llvm.array<4 x i8>
  %11 = llvm.mlir.poison {note} : vector<2xi1>
  %12 = llvm.mlir.none : !llvm.token
  %13 = llvm.mlir.addressof @variadic : !llvm.ptr
  %14 = llvm.dso_local_equivalent @variadic : !llvm.ptr
  %15 = llvm.mlir.constant(false) : i1
  llvm.return
}
