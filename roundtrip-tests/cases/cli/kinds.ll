; RUN: tern export %s
; RUN: tern import %s | tern import
; RUN: tern import %s | tern check -
; RUN: tern check missing.ll
define i32 @f(i32 %x) {
  %y = mul nsw i32 %x, 3
  ret i32 %y
}
