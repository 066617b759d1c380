; Constrained floating point
; Rounding and exceptions are attributes; those without an operation keep their metadata in `llvm.metadata_args`.
define float @f(double %x, float %y, i32 %i) #0 {
  %1 = call float @llvm.experimental.constrained.fptrunc.f32.f64(double %x, metadata !"round.tonearest", metadata !"fpexcept.ignore") #0
  %2 = call double @llvm.experimental.constrained.fpext.f64.f32(float %y, metadata !"fpexcept.strict") #0
  %3 = call float @llvm.experimental.constrained.sitofp.f32.i32(i32 %i, metadata !"round.dynamic", metadata !"fpexcept.maytrap") #0
  %4 = call float @llvm.experimental.constrained.uitofp.f32.i32(i32 %i, metadata !"round.upward", metadata !"fpexcept.strict") #0
  %5 = call float @llvm.experimental.constrained.fadd.f32(float %1, float %y, metadata !"round.towardzero", metadata !"fpexcept.strict") #0
  ret float %5
}

attributes #0 = { strictfp }
