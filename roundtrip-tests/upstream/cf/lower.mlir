// ARGS: -convert-cf-to-llvm
// ARGS: -mlir-print-op-generic
// ARGS: 

func.func @a(%c: i1, %i: index, %s: i8) -> index {
  cf.assert %c, "boom" {x}
  cf.cond_br %c weights([1, 2]), ^bb1(%i : index), ^bb2(%s, %i : i8, index) {y, loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
^bb1(%0: index):
  cf.br ^bb3(%0 : index) {z, loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
^bb2(%1: i8, %2: index):
  cf.switch %1 : i8, [
    default: ^bb1(%2 : index),
    1: ^bb3(%2 : index),
    -1: ^bb4
  ] {q}
^bb3(%3: index):
  cf.assert %c, "boom"
  cf.assert %c, "other"
  return %3 : index
^bb4:
  cf.switch %1 : i8, [
    default: ^bb1(%2 : index)]
}
func.func @c(%c: i1, %i: index) {
  cf.cond_br %c, ^bb1(%i : index), ^bb1(%i : index)
^bb1(%0: index):
  %q = arith.addi %0, %0 : index
  return
}
