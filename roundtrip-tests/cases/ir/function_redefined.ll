; RUN: tern check %s
define void @f() {
  ret void
}

define void @f() {
  ret void
}
