; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
declare i32 @p(...)
declare i32 @g(i32)
@ti = external constant ptr
define i32 @f(i32 %x) personality ptr @p {
entry:
  %r = invoke fastcc i32 @g(i32 noundef %x) nounwind to label %ok unwind label %lp, !prof !0
ok:
  %ph = phi i32 [ %r, %entry ], [ 7, %two ]
  ret i32 %ph
lp:
  %l = landingpad { ptr, i32 } cleanup catch ptr @ti catch ptr null filter [1 x ptr] [ptr @ti]
  %i = insertvalue { ptr, i32 } %l, i32 3, 1
  br i1 true, label %two, label %res
two:
  %s = invoke i32 @g(i32 5) [ "deopt"(i32 1) ] to label %ok unwind label %lp2
lp2:
  %l2 = landingpad { ptr, i32 } catch ptr @ti
  br label %res
res:
  %ph2 = phi { ptr, i32 } [ %i, %lp ], [ %l2, %lp2 ]
  resume { ptr, i32 } %ph2
}
!0 = !{!"branch_weights", i32 1, i32 2}
