// RUN: tern export %s
llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @may_throw(i32) -> i32

llvm.func @f(%x: i32) -> i32 attributes {personality = @__gxx_personality_v0} {
  %null = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.invoke @may_throw(%x) to ^fine unwind ^pad : (i32) -> i32
^fine:
  llvm.return %0 : i32
^pad:
  %1 = llvm.landingpad cleanup (catch %null : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  llvm.resume %1 : !llvm.struct<(ptr, i32)>
}
