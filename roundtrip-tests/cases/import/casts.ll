; RUN: tern import %s
define i8 @casts(i64 %a, float %f, ptr %p) {
  %1 = trunc nuw nsw i64 %a to i8
  %2 = zext nneg i8 %1 to i32
  %3 = uitofp nneg i32 %2 to float
  %4 = fptrunc fast double 1.000000e+00 to float
  %5 = addrspacecast ptr %p to ptr addrspace(3)
  %6 = ptrtoint ptr addrspace(3) %5 to i64
  %7 = bitcast <2 x i32> <i32 1, i32 2> to i64
  ret i8 %1
}
