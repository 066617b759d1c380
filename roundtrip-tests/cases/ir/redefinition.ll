; RUN: tern check %s
define i32 @f(i32 %x) {
  %x = add i32 1, 2
  ret i32 %x
}
