; callbr
; Inline assembly that may jump, an extension too.
define i32 @f(i32 %x) {
  %v = callbr i32 asm "", "=r,r,!i"(i32 %x)
          to label %next [label %other]

next:
  ret i32 %v

other:
  ret i32 1
}
