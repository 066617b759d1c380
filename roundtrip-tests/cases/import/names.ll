; RUN: tern import %s
%0 = type { i32 }
%"a b" = type { %0 }
%"$$x" = type opaque

@"odd \22name\22" = global %"a b" zeroinitializer
@unused = external global %"$$x"

define void @"\01escaped"(i32 %"x y", i32 %arg1, i32 %0) {
"the entry":
  %1 = add i32 %0, 1
  %"7" = add i32 %1, 1
  %"$$y" = add i32 %1, 2
  br label %bb1

bb1:                                              ; preds = %"the entry"
  br label %2

2:                                                ; preds = %bb1
  ret void
}
