; Functions that name blocks of a function that may have been translated and dropped before.
define void @f(ptr %p) {
entry:
  indirectbr ptr %p, [label %one, label %two]
one:
  ret void
two:
  unreachable
}

define void @g(ptr %p) prefix [1 x ptr] [ptr blockaddress(@f, %two)] {
  store ptr blockaddress(@f, %two), ptr %p
  store ptr blockaddress(@h, %only), ptr %p
  ret void
}

define void @h(ptr %p) prefix [1 x ptr] [ptr blockaddress(@f, %one)] {
  store ptr blockaddress(@f, %one), ptr %p
  br label %only
only:
  ret void
}
