// scf
// Structured control flow becomes blocks; what is carried around a loop becomes arguments.
// LOWER: builtin.module(convert-scf-to-cf,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
func.func @sum(%n: index, %c: i1) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = scf.for %i = %zero to %n step %one iter_args(%s = %zero) -> (index) {
    %1 = scf.if %c -> (index) {
      %2 = arith.addi %s, %i : index
      scf.yield %2 : index
    } else {
      scf.yield %s : index
    }
    scf.yield %1 : index
  }
  return %0 : index
}
