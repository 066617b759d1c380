; Comparisons, select, freeze
; The condition is an attribute that is written first.
define void @integers(i32 %a, i32 %b, ptr %p) {
  %1 = icmp eq i32 %a, %b
  %2 = icmp ne ptr %p, null
  %3 = icmp samesign ugt i32 %a, %b
  %4 = icmp uge i32 %a, %b
  %5 = icmp ult i32 %a, %b
  %6 = icmp ule i32 %a, %b
  %7 = icmp sgt i32 %a, %b
  %8 = icmp sge i32 %a, %b
  %9 = icmp slt i32 %a, %b
  %10 = icmp sle i32 %a, %b
  %11 = select i1 %1, i32 %a, i32 %b
  %12 = freeze i32 %11
  ret void
}

define void @floats(float %x, float %y) {
  %1 = fcmp false float %x, %y
  %2 = fcmp oeq float %x, %y
  %3 = fcmp ogt float %x, %y
  %4 = fcmp oge float %x, %y
  %5 = fcmp olt float %x, %y
  %6 = fcmp ole float %x, %y
  %7 = fcmp one float %x, %y
  %8 = fcmp ord float %x, %y
  %9 = fcmp fast ueq float %x, %y
  %10 = fcmp ugt float %x, %y
  %11 = fcmp uge float %x, %y
  %12 = fcmp ult float %x, %y
  %13 = fcmp ule float %x, %y
  %14 = fcmp une float %x, %y
  %15 = fcmp uno float %x, %y
  %16 = fcmp true float %x, %y
  %17 = select nnan i1 %2, float %x, float %y
  ret void
}
