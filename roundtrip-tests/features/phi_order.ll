define i32 @f(i1 %c, i32 %n) {
  br i1 %c, label %a, label %b

a:
  br label %end

b:
  br label %end

end:
  %v = phi i32 [ 2, %b ], [ %n, %a ]
  %w = phi i32 [ %n, %a ], [ 3, %b ]
  %s = add i32 %v, %w
  ret i32 %s
}
