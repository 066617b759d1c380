@counter = global i32 0
@first = global ptr @counter
@second = global ptr @counter

define i32 @f(i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, %n
  store i32 %n, ptr @counter, align 4
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit

exit:
  ret i32 %next

  uselistorder i32 %n, { 2, 0, 1 }
  uselistorder label %loop, { 1, 0 }
}

uselistorder ptr @counter, { 2, 0, 1 }
