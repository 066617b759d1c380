// What a switch hands on is several values each; upstream makes a branch with too few of them.
// RUN: tern opt -test-llvm-legalize-patterns %s

func.func @switch(%a: i17, %c: i1, %i: si32) -> i17 {
  cf.switch %i : si32, [ default: ^bb1(%a: i17), 3: ^bb1(%a : i17), 4: ^bb2(%a, %c: i17, i1)]
^bb1(%x: i17):
  return %x : i17
^bb2(%y: i17, %z: i1):
  cf.cond_br %z, ^bb1(%y: i17), ^bb2(%a, %c : i17, i1)
}
