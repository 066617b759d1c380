// cf
// Branches, with arguments; an assertion is a branch to a block that aborts.
// LOWER: builtin.module(convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
func.func @f(%c: i1, %n: i32) -> i32 {
  cf.assert %c, "it holds"
  cf.cond_br %c, ^one(%n : i32), ^two
^one(%a: i32):
  cf.switch %a : i32, [
    default: ^two,
    1: ^one(%n : i32)
  ]
^two:
  cf.br ^end(%n : i32)
^end(%r: i32):
  return %r : i32
}
