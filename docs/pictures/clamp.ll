; A value is brought between two bounds: two diamonds without loops.
define i32 @clamp(i32 %x, i32 %low, i32 %high) {
entry:
  %below = icmp slt i32 %x, %low
  br i1 %below, label %raise, label %above

raise:
  br label %done

above:
  %over = icmp sgt i32 %x, %high
  br i1 %over, label %lower, label %done

lower:
  br label %done

done:
  %r = phi i32 [ %low, %raise ], [ %high, %lower ], [ %x, %above ]
  ret i32 %r
}
