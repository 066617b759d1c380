// RUN: tern check %s
// What the dialect `tern` refuses: wrong operations of each kind. The last function is right.

llvm.func @g(i32) -> i32
llvm.func @p(...) -> i32

llvm.func @calls(%x: i32, %p: !llvm.ptr) {
  %0 = "tern.call"(%x) {callee = @g} : (i32) -> i32
  %1 = "tern.call"(%x) {callee = @g, function_type = 1 : i32} : (i32) -> i32
  %2 = "tern.call"(%x) {callee = @g, function_type = i32} : (i32) -> i32
  %3 = "tern.call"(%x) {callee = @nothing, function_type = !llvm.func<i32 (i32)>} : (i32) -> i32
  %4 = "tern.call"(%x) {callee = "g", function_type = !llvm.func<i32 (i32)>} : (i32) -> i32
  %5 = "tern.call"() {function_type = !llvm.func<i32 ()>} : () -> i32
  %6 = "tern.call"(%x) {function_type = !llvm.func<i32 ()>} : (i32) -> i32
  %7 = "tern.call"() {callee = @g, function_type = !llvm.func<i32 (i32)>} : () -> i32
  %8 = "tern.call"(%p) {callee = @g, function_type = !llvm.func<i32 (i32)>} : (!llvm.ptr) -> i32
  %9 = "tern.call"(%x) {callee = @g, function_type = !llvm.func<i64 (i32)>} : (i32) -> i32
  "tern.call"(%x) {callee = @g, function_type = !llvm.func<i32 (i32)>} : (i32) -> ()
  %10 = "tern.call"(%x) {callee = @g, function_type = !llvm.func<i32 (i32)>, successor_segments = array<i32: 1>} : (i32) -> i32
  %11 = "tern.call"(%x) {callee = @g, function_type = !llvm.func<i32 (i32)>, successor_segments = array<i32: 2>} : (i32) -> i32
  %12 = "tern.call"(%x) {callee = @g, function_type = !llvm.func<i32 (i32)>, successor_segments = array<i32: -1>} : (i32) -> i32
  %13 = "tern.call"(%x) {callee = @g, function_type = !llvm.func<i32 (i32)>, successor_segments = [0]} : (i32) -> i32
  %14 = "tern.call"(%x) {callee = @g, function_type = !llvm.func<i32 (i32)>, op_bundle_sizes = array<i32: 0>} : (i32) -> i32
  %15 = "tern.call"(%x) {callee = @g, function_type = !llvm.func<i32 (i32)>, op_bundle_sizes = array<i32: 0>, op_bundle_tags = [1]} : (i32) -> i32
  %16 = "tern.call"(%x) {callee = @g, function_type = !llvm.func<i32 (i32)>, op_bundle_sizes = array<i32: 2>, op_bundle_tags = ["a"]} : (i32) -> i32
  %17 = "tern.call"(%x) {callee = @g, function_type = !llvm.func<i32 (i32)>, op_bundle_tags = ["a"]} : (i32) -> i32
  %18 = "tern.call"(%x) {callee = @g, function_type = !llvm.func<i32 (i32)>, llvm.metadata_args = []} : (i32) -> i32
  %19 = "tern.call"() {callee = @g, function_type = !llvm.func<i32 (i32)>, llvm.metadata_args = [unit]} : () -> i32
  %20 = "tern.call"(%x) {callee = @g, function_type = !llvm.func<i32 (i32)>, llvm.metadata_args = [true]} : (i32) -> i32
  %21 = "tern.call"(%x) {asm = {constraints = ""}, function_type = !llvm.func<i32 (i32)>} : (i32) -> i32
  %22 = "tern.call"(%x) {asm = {asm_string = "", constraints = "", asm_dialect = 7}, function_type = !llvm.func<i32 (i32)>} : (i32) -> i32
  llvm.return
}

llvm.func @invoke(%x: i32) {
  %r = "tern.invoke"(%x)[^a] {callee = @g, function_type = !llvm.func<i32 (i32)>} : (i32) -> i32
^a:
  llvm.return
}

llvm.func @invoke_operands(%x: i32) {
  %r = "tern.invoke"(%x, %x)[^a, ^b] {callee = @g, function_type = !llvm.func<i32 (i32)>, successor_segments = array<i32: 1, 0>} : (i32, i32) -> i32
^a(%p: i64):
  llvm.return
^b:
  llvm.return
}

llvm.func @callbr(%x: i32) {
  "tern.callbr"(%x) {callee = @g, function_type = !llvm.func<void (i32)>} : (i32) -> ()
}

llvm.func @catchswitch_parent(%x: i32) {
  %r = "tern.catchswitch"(%x)[^a] {unwind_to_caller} : (i32) -> !llvm.token
^a:
  llvm.return
}

llvm.func @catchswitch_handlers(%t: !llvm.token) {
  %r = "tern.catchswitch"(%t)[^a] : (!llvm.token) -> !llvm.token
^a:
  llvm.return
}

llvm.func @catchswitch_caller(%t: !llvm.token) {
  %r = "tern.catchswitch"(%t)[^a, ^a] {unwind_to_caller = true} : (!llvm.token) -> !llvm.token
^a:
  llvm.return
}

llvm.func @pads(%t: !llvm.token) {
  %0 = "tern.catchpad"(%t) : (!llvm.token) -> i32
  "tern.cleanuppad"(%t) : (!llvm.token) -> ()
  %1 = "tern.cleanuppad"() : () -> !llvm.token
  llvm.return
}

llvm.func @catchret(%t: !llvm.token, %x: i32) {
  "tern.catchret"(%t, %x)[^a] : (!llvm.token, i32) -> ()
^a(%p: i32):
  llvm.return
}

llvm.func @cleanupret(%t: !llvm.token) {
  "tern.cleanupret"(%t)[^a, ^a] : (!llvm.token) -> ()
^a:
  llvm.return
}

llvm.func @after_a_terminator(%t: !llvm.token) {
  "tern.cleanupret"(%t) : (!llvm.token) -> ()
  llvm.return
}

llvm.func @others(%x: i32, %p: !llvm.ptr, %v: vector<2x!llvm.ppc_fp128>, %w: vector<2x!llvm.ptr>) {
  %0 = "tern.ptrauth"(%p, %x) : (!llvm.ptr, i32) -> !llvm.ptr
  %1 = "tern.ptrtoaddr"(%x) : (i32) -> i64
  %2 = "tern.fadd"(%x, %x) : (i32, i32) -> i32
  %4 = "tern.fcmp"(%v, %v) : (vector<2x!llvm.ppc_fp128>, vector<2x!llvm.ppc_fp128>) -> vector<2xi1>
  %5 = "tern.insertelement"(%v, %x) : (vector<2x!llvm.ppc_fp128>, i32) -> vector<2x!llvm.ppc_fp128>
  %6 = "tern.getelementptr"(%w) <{elem_type = i32, rawConstantIndices = array<i32: -2147483648>}> : (vector<2x!llvm.ptr>) -> vector<2x!llvm.ptr>
  %7 = "tern.dso_local_equivalent"() <{function_name = @nothing}> : () -> !llvm.ptr
  %8 = "tern.add"(%x, %x) : (i32, i32) -> i32
  llvm.return
}

llvm.func @right(%x: i32, %v: vector<2x!llvm.ppc_fp128>) -> i32 {
  %0 = "tern.fadd"(%v, %v) <{fastmathFlags = #llvm.fastmath<nnan>}> : (vector<2x!llvm.ppc_fp128>, vector<2x!llvm.ppc_fp128>) -> vector<2x!llvm.ppc_fp128>
  %1 = "tern.call"(%x, %x) {callee = @p, function_type = !llvm.func<i32 (...)>, op_bundle_sizes = array<i32: 1>, op_bundle_tags = ["a"]} : (i32, i32) -> i32
  %2 = "tern.callbr"(%1, %x)[^a] {asm = {asm_string = "", constraints = "=r,r"}, function_type = !llvm.func<i32 (i32)>, successor_segments = array<i32: 1>} : (i32, i32) -> i32
^a(%p: i32):
  llvm.return %p : i32
}
