; RUN: tern check %s
define void @f() frobnicate {
  ret void
}
