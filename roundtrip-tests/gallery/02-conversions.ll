; Conversions
; Casts keep their flags; those of fast math, which MLIR has no field for, are in `llvm.fastmath`.
define void @f(i64 %i, i16 %s, float %x, double %y, ptr %p, ptr addrspace(1) %q) {
  %1 = trunc nuw nsw i64 %i to i32
  %2 = zext nneg i16 %s to i32
  %3 = sext i16 %s to i32
  %4 = fptrunc nnan double %y to float
  %5 = fpext float %x to double
  %6 = fptoui float %x to i32
  %7 = fptosi float %x to i32
  %8 = uitofp nneg i64 %i to float
  %9 = sitofp i64 %i to float
  %10 = ptrtoint ptr %p to i64
  %11 = ptrtoaddr ptr %p to i64
  %12 = inttoptr i64 %i to ptr
  %13 = bitcast double %y to <2 x i32>
  %14 = addrspacecast ptr addrspace(1) %q to ptr
  ret void
}
