// A function that is not there any more is null in the profile of the call graph.
// RUN: tern translate -mlir-to-llvmir %s
llvm.func @there()
llvm.module_flags [#llvm.mlir.module_flag<append, "CG Profile", [
  #llvm.cgprofile_entry<from = @gone, to = @there, count = 1>, #llvm.cgprofile_entry<to = @gone, count = 2>
]>]
