// RUN: tern opt -split-input-file %s
// RUN: tern opt -split-input-file --output-split-marker=//= %s -mlir-print-debuginfo
// RUN: tern opt -split-input-file -verify-diagnostics=only-expected %s
llvm.func @first()
// -----
llvm.func @second() -> i32 {
  // expected-error@below {{here}}
  llvm.return
}
// ----
// -----
llvm.func @third()
