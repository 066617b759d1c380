; A cycle with two entries is no loop.
define void @irreducible(i1 %c, i1 %d) {
entry:
  br i1 %c, label %left, label %right

left:
  br i1 %d, label %right, label %exit

right:
  br i1 %d, label %left, label %exit

exit:
  ret void
}
