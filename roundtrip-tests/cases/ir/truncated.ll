; RUN: tern check %s
define i32 @f(i32 %x) {
  %y = add i32 %x,