; ARGS: --import-llvm
; ARGS: --import-llvm --mlir-print-debuginfo --emit-expensive-warnings
define i32 @ints(i32 %a, i32 %b, i64 %c, i1 %d) {
  %1 = add nuw nsw i32 %a, %b
  %2 = sub nsw i32 %1, 7
  %3 = mul nuw i32 %2, %b
  %4 = udiv exact i32 %3, %a
  %5 = sdiv i32 %4, -3
  %6 = urem i32 %5, %b
  %7 = srem i32 %6, %b
  %8 = shl nuw nsw i32 %7, 3
  %9 = lshr exact i32 %8, 1
  %10 = ashr i32 %9, 1
  %11 = and i32 %10, %b
  %12 = or disjoint i32 %11, 16
  %13 = xor i32 %12, -1
  %14 = trunc nuw nsw i64 %c to i32
  %15 = zext nneg i32 %13 to i64
  %16 = sext i32 %14 to i64
  %17 = icmp samesign ult i64 %15, %16
  %18 = icmp eq i32 %13, 0
  %19 = select i1 %17, i32 %14, i32 %13
  %20 = freeze i32 %19
  %21 = uitofp nneg i32 %20 to double
  %22 = fptosi double %21 to i32
  %23 = inttoptr i64 %15 to ptr
  %24 = ptrtoint ptr %23 to i32
  %25 = bitcast i32 %24 to <2 x i16>
  %26 = bitcast <2 x i16> %25 to i32
  ret i32 %26
}
define double @floats(double %a, float %b, half %h, bfloat %bf, fp128 %q, x86_fp80 %x) {
  %1 = fneg fast double %a
  %2 = fadd nnan ninf double %1, 1.5
  %3 = fsub contract double %2, 0x7FF8000000000000
  %4 = fmul reassoc nsz arcp afn double %3, -0.0
  %5 = fdiv double %4, 0x7FF0000000000000
  %6 = frem double %5, %a
  %7 = fpext float %b to double
  %8 = fptrunc fast double %7 to float
  %9 = fcmp ueq double %7, %6
  %10 = fcmp fast true double %7, %6
  %11 = fcmp false double %7, %6
  %12 = select nnan i1 %9, double %6, double %7
  %13 = fpext half %h to double
  %14 = fpext bfloat %bf to double
  %15 = fptrunc fp128 %q to double
  %16 = fptrunc x86_fp80 %x to double
  %17 = fptoui double %16 to i128
  %18 = sitofp i128 %17 to double
  %19 = fadd half %h, 0xH3C00
  %20 = fadd bfloat %bf, 0xR3F80
  %21 = fadd fp128 %q, 0xL00000000000000003FFF000000000000
  %22 = fadd x86_fp80 %x, 0xK3FFF8000000000000000
  ret double %18
}
