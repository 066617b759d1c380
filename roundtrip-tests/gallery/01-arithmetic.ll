; Arithmetic
; Each binary operation is an operation, with its flags.
define void @integers(i32 %a, i32 %b, <4 x i16> %v) {
  %1 = add nuw nsw i32 %a, %b
  %2 = sub nsw i32 %a, %b
  %3 = mul nuw i32 %a, %b
  %4 = udiv exact i32 %a, %b
  %5 = sdiv i32 %a, %b
  %6 = urem i32 %a, %b
  %7 = srem i32 %a, %b
  %8 = shl nuw i32 %a, %b
  %9 = lshr exact i32 %a, %b
  %10 = ashr exact i32 %a, %b
  %11 = and i32 %a, %b
  %12 = or disjoint i32 %a, %b
  %13 = xor i32 %a, %b
  %14 = add <4 x i16> %v, splat (i16 1)
  ret void
}

define double @floats(double %x, double %y) {
  %1 = fadd fast double %x, %y
  %2 = fsub reassoc nnan double %1, %y
  %3 = fmul ninf nsz double %2, %y
  %4 = fdiv arcp contract double %3, %y
  %5 = frem afn double %4, %y
  %6 = fneg nnan double %5
  ret double %6
}
