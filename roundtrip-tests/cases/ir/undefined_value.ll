; RUN: tern check %s
define i32 @f() {
  ret i32 %nowhere
}
