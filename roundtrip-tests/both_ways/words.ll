; Tokens where others are expected: integers that look like words, labels that look like instructions, numbers with zeros.
define i32 @f(i32 %0, ptr %u0x1) {
ret:
  %add = add i32 u0x1, s0x2
  %00 = load i32, ptr %u0x1, align 0000000004, !range !0000000000
  br label %load
load:
  %phi = phi i32 [ %add, %ret ]
  ret i32 %phi
}
!0 = !{i32 0, i32 1}
