; A binary search: a loop with two exits and two latches.
define i64 @search(ptr %array, i64 %count, i32 %key) {
entry:
  br label %head

head:
  %low = phi i64 [ 0, %entry ], [ %above, %right ], [ %low, %left ]
  %high = phi i64 [ %count, %entry ], [ %high, %right ], [ %middle, %left ]
  %empty = icmp uge i64 %low, %high
  br i1 %empty, label %missing, label %look

look:
  %sum = add i64 %low, %high
  %middle = lshr i64 %sum, 1
  %p = getelementptr i32, ptr %array, i64 %middle
  %value = load i32, ptr %p
  %same = icmp eq i32 %value, %key
  br i1 %same, label %found, label %compare

compare:
  %less = icmp slt i32 %value, %key
  br i1 %less, label %right, label %left

right:
  %above = add i64 %middle, 1
  br label %head

left:
  br label %head

found:
  ret i64 %middle

missing:
  ret i64 -1
}
