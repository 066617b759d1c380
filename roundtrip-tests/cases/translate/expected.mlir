// RUN: tern translate -mlir-to-llvmir -split-input-file -verify-diagnostics %s -o /dev/null
// RUN: mlir-translate -mlir-to-llvmir -split-input-file -verify-diagnostics %s -o /dev/null
// RUN: tern translate -mlir-to-llvmir -split-input-file -allow-unregistered-dialect -verify-diagnostics=only-expected %s -o /dev/null
// RUN: mlir-translate -mlir-to-llvmir -split-input-file -allow-unregistered-dialect -verify-diagnostics=only-expected %s -o /dev/null
// expected-note@below {{when returning from function}}
llvm.func @known() -> i32 {
  // expected-error@+1 {{'llvm.return' op expected 1 operand}}
  llvm.return
}
// -----
"foo.op"() : () -> () // expected-error {{unregistered dialect}}
// -----
llvm.func @missing() // expected-error {{is not there}}
// -----
llvm.func @surprise() -> i32 {
  llvm.return
}
