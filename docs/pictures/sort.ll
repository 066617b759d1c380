; Insertion sort: a loop in a loop, the inner one with an early exit.
define void @sort(ptr %a, i64 %n) {
entry:
  %none = icmp ult i64 %n, 2
  br i1 %none, label %exit, label %outer

outer:
  %i = phi i64 [ 1, %entry ], [ %i.next, %insert ]
  %p = getelementptr i32, ptr %a, i64 %i
  %key = load i32, ptr %p
  br label %inner

inner:
  %j = phi i64 [ %i, %outer ], [ %before, %shift ]
  %at.start = icmp eq i64 %j, 0
  br i1 %at.start, label %insert, label %compare

compare:
  %before = sub i64 %j, 1
  %q = getelementptr i32, ptr %a, i64 %before
  %value = load i32, ptr %q
  %greater = icmp sgt i32 %value, %key
  br i1 %greater, label %shift, label %insert

shift:
  %to = getelementptr i32, ptr %a, i64 %j
  store i32 %value, ptr %to
  br label %inner

insert:
  %into = getelementptr i32, ptr %a, i64 %j
  store i32 %key, ptr %into
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %outer, label %exit

exit:
  ret void
}
