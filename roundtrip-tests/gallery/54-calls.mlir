// Calls
// Direct, indirect, variadic and intrinsic ones, with attributes, bundles and a tail kind.
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func fastcc @callee(i32) -> i32
llvm.func @__gxx_personality_v0(...) -> i32

llvm.func @f(%p: !llvm.ptr, %n: i32) -> i32 attributes {personality = @__gxx_personality_v0} {
  %6 = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.call @printf(%p, %n) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  %1 = llvm.call fastcc tail @callee(%n) {no_unwind} : (i32) -> i32
  %2 = llvm.call %p(%n) ["deopt"(%n, %p : i32, !llvm.ptr)] : !llvm.ptr, (i32) -> i32
  %3 = llvm.call_intrinsic "llvm.bswap.i32"(%n) : (i32) -> i32
  %4 = llvm.inline_asm has_side_effects asm_dialect = intel "mov $0, $1", "=r,r" %n : (i32) -> i32
  %5 = llvm.invoke @callee(%n) to ^next unwind ^pad : (i32) -> i32
^next:
  llvm.return %5 : i32
^pad:
  %7 = llvm.landingpad cleanup (catch %6 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %7 : !llvm.struct<(ptr, i32)>
}
