// MLIR has structs that hold themselves by value; LLVM has not.
// RUN: tern export %s
llvm.func @f(%p: !llvm.ptr) {
  %0 = llvm.load %p : !llvm.ptr -> !llvm.struct<"outer", (array<4 x struct<"inner", (struct<"outer">)>>)>
  llvm.return
}
