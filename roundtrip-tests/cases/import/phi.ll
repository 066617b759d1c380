; RUN: tern import %s
; Edges in another order than the terminators; one block twice; a value of the block itself.
define i32 @order(i32 %n, i1 %c) {
entry:
  br i1 %c, label %left, label %right

right:                                            ; preds = %entry
  br label %join

left:                                             ; preds = %entry
  br label %join

join:                                             ; preds = %join, %left, %right
  %i = phi i32 [ 1, %left ], [ %i, %join ], [ 2, %right ]
  %f = phi fast float [ 1.000000e+00, %right ], [ 2.000000e+00, %left ], [ %f, %join ]
  switch i32 %n, label %join [
    i32 1, label %end
    i32 2, label %end
  ]

end:                                              ; preds = %join, %join
  %r = phi i32 [ %i, %join ], [ %i, %join ]
  ret i32 %r
}
