; Instructions that differ in one thing that their operation depends on.
declare i32 @v(ptr, ...)
declare i32 @g(i32, ptr)
define i32 @f(ptr %p, i1 %c) {
  %1 = call i32 @g(i32 1, ptr %p)
  %2 = call i32 @g(i32 1, ptr %p), !a !0
  %3 = call i32 @g(i32 signext 1, ptr %p)
  %4 = tail call i32 @g(i32 1, ptr %p)
  %5 = call fastcc i32 @g(i32 1, ptr %p)
  %6 = call i32 (ptr, ...) @v(ptr %p, i32 2)
  %7 = call i32 (ptr, ...) @v(ptr %p)
  %8 = load i32, ptr %p
  %9 = load i64, ptr %p
  %10 = load i32, ptr %p, !a !0
  %11 = load volatile i32, ptr %p
  %12 = load i32, ptr %p, align 1
  %13 = add i32 %8, %8
  %14 = add i64 %9, %9
  %15 = add nsw i32 %8, %10
  %16 = zext i32 %8 to i64
  %17 = zext i32 %8 to i128
  br i1 %c, label %b, label %d
b:
  %18 = phi i32 [ 1, %0 ], [ 2, %d ]
  br label %e
d:
  br i1 %c, label %b, label %e
e:
  %19 = phi i32 [ 4, %d ], [ 3, %b ]
  ret i32 %19
}
define void @h(ptr %p, i1 %c) {
  br i1 %c, label %x, label %y
y:
  br label %x
x:
  %q = phi i32 [ 1, %y ], [ 2, %0 ]
  ret void
}
!0 = !{}
