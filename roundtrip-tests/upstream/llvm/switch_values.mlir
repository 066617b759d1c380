// ARGS: --split-input-file
llvm.func @f(%arg0: i64) {
  llvm.switch %arg0 : i64, ^bb1 [
    9223372036854775807: ^bb1,
    -9223372036854775808: ^bb1
  ]
^bb1:
  llvm.return
}
// -----
llvm.func @f(%arg0: i8, %arg1: i128) {
  llvm.switch %arg0 : i8, ^bb1 [
    300: ^bb1,
    -300: ^bb1
  ]
^bb1:
  "llvm.switch"(%arg1)[^bb2, ^bb2] <{case_values = dense<9223372036854775808> : vector<1xi128>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i128) -> ()
^bb2:
  llvm.return
}
