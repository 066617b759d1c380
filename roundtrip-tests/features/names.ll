%pair = type { i32, i32 }

define i32 @f(i32 %left, i32 %right, ptr %p) {
start:
  %sum = add i32 %left, %right
  %"a name" = getelementptr %pair, ptr %p, i32 0, i32 1
  store i32 %sum, ptr %"a name"
  ret i32 %sum
}
