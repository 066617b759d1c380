; RUN: tern check %s
define void @f() {
  br label %nowhere
}
