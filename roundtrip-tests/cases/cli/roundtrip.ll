; RUN: tern roundtrip %s
; RUN: tern roundtrip --json %s
; RUN: tern import %s | tern roundtrip -
; RUN: tern roundtrip %s missing.ll --jobs 1
define i32 @f(i32 %x) {
  %y = mul nsw i32 %x, 3
  ret i32 %y
}
