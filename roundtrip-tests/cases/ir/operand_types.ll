; RUN: tern check %s
define i32 @f(i32 %x) {
  %y = fadd i32 %x, %x
  ret i32 %y
}
