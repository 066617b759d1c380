// ARGS: --verify-diagnostics
// Older versions of MLIR print -1 like this. Tern reads it, with a warning, unless diagnostics are verified.
llvm.func @f(%arg0: i64) {
  llvm.switch %arg0 : i64, ^bb1 [
    // expected-error@+1 {{integer value too large}}
    18446744073709551615: ^bb1
  ]
^bb1:
  llvm.return
}
