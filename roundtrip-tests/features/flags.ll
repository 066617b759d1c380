define float @f(i32 %a, i32 %b, double %d, i1 %c) {
  %s = icmp samesign ult i32 %a, %b
  %t = fptrunc nnan double %d to float
  %u = select nsz i1 %c, float %t, float 1.000000e+00
  br i1 %s, label %one, label %two

one:
  br label %two

two:
  %p = phi fast float [ %t, %0 ], [ %u, %one ]
  ret float %p
}
