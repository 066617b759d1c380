; RUN: tern check %s
define void @f() {
  frobnicate i32 1
}
