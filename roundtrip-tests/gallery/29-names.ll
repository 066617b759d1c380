; Names
; Values, blocks and types keep theirs; those that MLIR cannot spell are escaped, and what has none has a number.
%"a type" = type { i32 }

@"a b" = global %"a type" zeroinitializer

define void @"\01f"(i32 %"x y", i32 %arg0, i32 %0) {
"the entry":
  %sum = add i32 %"x y", %0
  %1 = add i32 %sum, %arg0
  br label %bb1

bb1:
  br label %2

2:
  ret void
}
