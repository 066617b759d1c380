; PHI nodes
; They are arguments of their block; what they have beyond their values is in `llvm.phis` on its terminator.
define i32 @max(i32 %a, i32 %b) {
entry:
  %c = icmp sgt i32 %a, %b
  br i1 %c, label %end, label %other

other:
  br label %end

end:
  %m = phi i32 [ %b, %other ], [ %a, %entry ]
  ret i32 %m
}

define float @loop(float %x) {
  br label %again

again:
  %y = phi nnan float [ %x, %0 ], [ %z, %again ]
  %z = fmul float %y, 5.000000e-01
  %more = fcmp ogt float %z, 1.000000e+00
  br i1 %more, label %again, label %end

end:
  ret float %z
}
