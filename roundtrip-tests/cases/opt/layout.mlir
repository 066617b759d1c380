// Aliases that are not on lines of their own, behind their use, and text that looks like them.
// RUN: tern opt --allow-unregistered-dialect --mlir-print-debuginfo %s
// RUN: mlir-opt --allow-unregistered-dialect --mlir-print-debuginfo %s
  !t = vector<[ // 3 ]
  4 ] x // i8
i32> module attributes { x.symbol = @a : : @b , x.y = #x.y<
#a = 1, {}> } { llvm.func @f(%x: !t loc(#a)) -> !t attributes {dso_local} {
  %0:2 = "x.y"(%x) : (!t) -> (!t, !t) loc(#a) llvm.return %0 #1 : !t loc(#b) // }
} loc(#b) } loc(#a) // #a = loc(unknown)
#a = loc("x":1:1) #b // #b = 5
  = loc("y":2:2)
