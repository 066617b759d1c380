// What is wrong with functions is said, and nothing is converted.
// RUN: tern opt -convert-func-to-llvm -split-input-file %s
// RUN: tern opt -convert-func-to-llvm=index-bitwidth=-1 %s
// RUN: tern opt -convert-std-to-llvm -split-input-file %s
func.func private @linkage() attributes {llvm.linkage = "internal"}
// -----
func.func @string_linkage() attributes {linkage = "internal", llvm.emit_c_interface} { return }
// -----
func.func private @variadic(i32) attributes {func.varargs = true, llvm.emit_c_interface}
// -----
func.func private @read_none() attributes {llvm.readnone = 3}
// -----
llvm.func @malloc(i32)
func.func @taken(%m: memref<*xf32>) -> memref<*xf32> { return %m : memref<*xf32> }
// -----
func.func @tensor(%t: tensor<2xf32>) { return }
// -----
func.func @nothing_wrong(%i: index) { return }
