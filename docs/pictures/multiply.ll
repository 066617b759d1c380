; The product of two matrices: three loops in each other.
define void @multiply(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  br label %rows

rows:
  %i = phi i64 [ 0, %entry ], [ %i.next, %rows.end ]
  br label %columns

columns:
  %j = phi i64 [ 0, %rows ], [ %j.next, %columns.end ]
  br label %sum

sum:
  %k = phi i64 [ 0, %columns ], [ %k.next, %sum ]
  %total = phi double [ 0.0, %columns ], [ %total.next, %sum ]
  %row = mul i64 %i, %n
  %at.a = add i64 %row, %k
  %p.a = getelementptr double, ptr %a, i64 %at.a
  %x = load double, ptr %p.a
  %line = mul i64 %k, %n
  %at.b = add i64 %line, %j
  %p.b = getelementptr double, ptr %b, i64 %at.b
  %y = load double, ptr %p.b
  %product = fmul double %x, %y
  %total.next = fadd double %total, %product
  %k.next = add i64 %k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %columns.end, label %sum

columns.end:
  %to = mul i64 %i, %n
  %at.c = add i64 %to, %j
  %p.c = getelementptr double, ptr %c, i64 %at.c
  store double %total.next, ptr %p.c
  %j.next = add i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %rows.end, label %columns

rows.end:
  %i.next = add i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %rows

exit:
  ret void
}
