; RUN: tern import %s
define i32 @flags(i32 %a, i32 %b) {
  %1 = add nuw nsw i32 %a, %b
  %2 = shl nsw i32 %1, 3
  %3 = udiv exact i32 %2, %b
  %4 = or disjoint i32 %3, 1
  %5 = icmp samesign ult i32 %4, %a
  %6 = select i1 %5, i32 %4, i32 -1
  ret i32 %6
}

define double @fast(double %a, double %b) {
  %1 = fadd fast double %a, %b
  %2 = fneg nnan double %1
  %3 = fcmp nnan ninf olt double %2, 0.000000e+00
  %4 = select nsz i1 %3, double %1, double 0x7FF8000000000000
  %5 = frem reassoc contract double %4, %b
  ret double %5
}
