; Functions that can be read but not written: the first is reported.
define i32 @f1() {
  %b = add i32 %a, 1
  %a = add i32 1, 1
  %c = mul i32 %b, 1
  ret i32 %c
}
define i32 @f2() {
  %b = add i32 %a, 1
  %a = add i32 1, 1
  %c = mul i32 %b, 2
  ret i32 %c
}
define i32 @f3() {
  %b = add i32 %a, 1
  %a = add i32 1, 1
  %c = mul i32 %b, 3
  ret i32 %c
}
define i32 @f4() {
  %b = add i32 %a, 1
  %a = add i32 1, 1
  %c = mul i32 %b, 4
  ret i32 %c
}
define i32 @f5() {
  %b = add i32 %a, 1
  %a = add i32 1, 1
  %c = mul i32 %b, 5
  ret i32 %c
}
define i32 @f6() {
  %b = add i32 %a, 1
  %a = add i32 1, 1
  %c = mul i32 %b, 6
  ret i32 %c
}
define i32 @f7() {
  %b = add i32 %a, 1
  %a = add i32 1, 1
  %c = mul i32 %b, 7
  ret i32 %c
}
define i32 @f8() {
  %b = add i32 %a, 1
  %a = add i32 1, 1
  %c = mul i32 %b, 8
  ret i32 %c
}
define i32 @f9() {
  %b = add i32 %a, 1
  %a = add i32 1, 1
  %c = mul i32 %b, 9
  ret i32 %c
}
define i32 @f10() {
  %b = add i32 %a, 1
  %a = add i32 1, 1
  %c = mul i32 %b, 10
  ret i32 %c
}
define i32 @f11() {
  %b = add i32 %a, 1
  %a = add i32 1, 1
  %c = mul i32 %b, 11
  ret i32 %c
}
define i32 @f12() {
  %b = add i32 %a, 1
  %a = add i32 1, 1
  %c = mul i32 %b, 12
  ret i32 %c
}
