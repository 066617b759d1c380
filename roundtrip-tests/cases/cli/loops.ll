; RUN: tern loops %s
; RUN: tern loops --json --function inner %s
; RUN: tern loops --function nothing %s
; RUN: tern ranges --function inner %s
; RUN: tern ranges --json --function bits %s
; RUN: tern ranges --function declared %s

declare i32 @declared()

define void @inner(ptr %p) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  br label %loop
loop:
  %j = phi i8 [ 10, %outer ], [ %j.next, %loop ]
  store volatile i8 %j, ptr %p
  %j.next = sub i8 %j, 2
  %again = icmp ugt i8 %j.next, 3
  br i1 %again, label %loop, label %latch
latch:
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, 100
  br i1 %more, label %outer, label %end
end:
  ret void
}

define i32 @bits(i32 range(i32 0, 10) %x) {
  %y = shl nuw i32 %x, 2
  ret i32 %y
}
