; What day is it? A switch into one block with a PHI node, and a table of strings.

@.str.sat = private unnamed_addr constant [9 x i8] c"Saturday\00", align 1
@.str.sun = private unnamed_addr constant [7 x i8] c"Sunday\00", align 1
@.str.day = private unnamed_addr constant [8 x i8] c"weekday\00", align 1
@days = internal constant [2 x ptr] [ptr @.str.sat, ptr @.str.sun], align 16

define ptr @name(i8 zeroext %day) {
entry:
  switch i8 %day, label %other [
    i8 6, label %weekend
    i8 0, label %sunday
    i8 7, label %sunday
  ]

sunday:                                           ; preds = %entry, %entry
  br label %weekend

weekend:                                          ; preds = %sunday, %entry
  %index = phi i64 [ 0, %entry ], [ 1, %sunday ]
  %slot = getelementptr inbounds [2 x ptr], ptr @days, i64 0, i64 %index
  %found = load ptr, ptr %slot, align 8
  br label %end

other:                                            ; preds = %entry
  br label %end

end:                                              ; preds = %other, %weekend
  %name = phi ptr [ %found, %weekend ], [ getelementptr inbounds (i8, ptr @.str.day, i64 4), %other ]
  ret ptr %name
}

; One terminator may name a block more than once.
define i32 @twice(i1 %which) {
entry:
  br i1 %which, label %end, label %end

end:                                              ; preds = %entry, %entry
  %value = phi i32 [ 7, %entry ], [ 7, %entry ]
  ret i32 %value
}
