; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
@t = global [2 x ptr] [ptr blockaddress(@ib, %b), ptr blockaddress(@ib, %a)]
define i32 @c(i32 %x, i1 %b) {
entry:
  switch i32 %x, label %d [ i32 1, label %a
    i32 -2, label %a
    i32 3, label %e ], !prof !0
a:
  %p = phi i32 [ 1, %entry ], [ 1, %entry ], [ %q, %e ]
  br i1 %b, label %d, label %e, !prof !1
d:
  %q2 = phi i32 [ 0, %entry ], [ %p, %a ]
  ret i32 %q2
e:
  %q = phi i32 [ 2, %entry ], [ %p, %a ]
  %s = icmp eq i32 %q, 3
  br i1 %s, label %a, label %u
u:
  unreachable
dead:
  br label %dead
}
define void @sw(i1 %b, i128 %w) {
  switch i128 %w, label %x []
x:
  switch i1 %b, label %y [ i1 true, label %y ]
y:
  br i1 %b, label %z, label %z
z:
  switch i128 %w, label %w1 [ i128 100000000000000000000, label %w1 ]
w1:
  ret void
}
define ptr @ib(ptr %p) {
  indirectbr ptr %p, [label %a, label %b]
b:
  br label %a
a:
  ret ptr blockaddress(@ib, %b)
}
!0 = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4}
!1 = !{!"branch_weights", !"expected", i32 1, i32 2000}
