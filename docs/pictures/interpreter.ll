; An interpreter: one loop around a switch.
define i64 @interpret(ptr %code, i64 %start) {
entry:
  br label %fetch

fetch:
  %pc = phi ptr [ %code, %entry ], [ %next, %push ], [ %next, %plus ], [ %next, %minus ], [ %taken, %jump ], [ %next, %nop ]
  %acc = phi i64 [ %start, %entry ], [ %literal, %push ], [ %sum, %plus ], [ %difference, %minus ], [ %acc, %jump ], [ %acc, %nop ]
  %opcode = load i8, ptr %pc
  %next = getelementptr i8, ptr %pc, i64 1
  switch i8 %opcode, label %bad [
    i8 0, label %nop
    i8 1, label %push
    i8 2, label %plus
    i8 3, label %minus
    i8 4, label %jump
    i8 5, label %halt
  ]

nop:
  br label %fetch

push:
  %literal = load i64, ptr %next
  br label %fetch

plus:
  %sum = add i64 %acc, 1
  br label %fetch

minus:
  %difference = sub i64 %acc, 1
  br label %fetch

jump:
  %target = load i64, ptr %next
  %taken = getelementptr i8, ptr %code, i64 %target
  br label %fetch

bad:
  call void @abort()
  unreachable

halt:
  ret i64 %acc
}

declare void @abort() noreturn
