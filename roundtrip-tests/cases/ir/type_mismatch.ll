; RUN: tern check %s
define i32 @f(i64 %x) {
  ret i32 %x
}
