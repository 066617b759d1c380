; Orders of uses: of a global, a constant expression, an argument, a result, and blocks.
; RUN: tern import %s
; RUN: tern import %s | tern export
; RUN: tern import %s | mlir-opt | tern export
; RUN: tern check %s
@counter = global i32 0
@first = global ptr @counter
@second = global ptr @counter

define i32 @f(i32 %n, i1 %c) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, %n
  store i32 %n, ptr @counter, align 4
  store i8 0, ptr getelementptr (i8, ptr @counter, i64 1), align 1
  store i8 1, ptr getelementptr (i8, ptr @counter, i64 1), align 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit

exit:
  ret i32 %next

  uselistorder i32 %n, { 2, 0, 1 }
  uselistorder i32 %next, { 1, 0, 2 }
  uselistorder label %loop, { 1, 0 }
}

uselistorder ptr @counter, { 2, 3, 0, 1 }
uselistorder ptr getelementptr (i8, ptr @counter, i64 1), { 1, 0 }
