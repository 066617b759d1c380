// RUN: tern check %s
// No function of LLVM is of these types, and none can be spelled in generic form.
llvm.func @of_metadata(f32) -> !llvm.metadata
llvm.func @of_void(!llvm.void)
