// RUN: tern translate -mlir-to-llvmir -allow-unregistered-dialect -split-input-file %s
// RUN: mlir-translate -mlir-to-llvmir -allow-unregistered-dialect -split-input-file %s
// Of the errors of a module the first is reported, and the operation whose translation failed.
llvm.func @no_intrinsic(%a: i32) {
  %0 = llvm.call_intrinsic "llvm.there.is.none"(%a) : (i32) -> i32
  llvm.return
}
llvm.func @nor_here(%a: i32) {
  %0 = llvm.call_intrinsic "llvm.there.is.none"(%a) : (i32) -> i32
  llvm.return
}
// -----
llvm.func @not_declared() {
  "llvm.not.there"() : () -> ()
  llvm.return
}
// -----
llvm.func @no_dialect() {
  "other.one"() : () -> ()
  llvm.return
}
// -----
llvm.func @cast(%a: i32) {
  %0 = builtin.unrealized_conversion_cast %a : i32 to i64
  llvm.return
}
// -----
func.func @function() {
  return
}
