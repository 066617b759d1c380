llvm.func @integers(%i: i32, %v: vector<4xi64>, %b: i1) {
  %0 = llvm.intr.smax(%i, %i) : (i32, i32) -> i32
  %1 = llvm.intr.smin(%i, %i) : (i32, i32) -> i32
  %2 = llvm.intr.umax(%i, %i) : (i32, i32) -> i32
  %3 = llvm.intr.umin(%i, %i) : (i32, i32) -> i32
  %4 = llvm.intr.sadd.sat(%i, %i) : (i32, i32) -> i32
  %5 = llvm.intr.uadd.sat(%i, %i) : (i32, i32) -> i32
  %6 = llvm.intr.ssub.sat(%i, %i) : (i32, i32) -> i32
  %7 = llvm.intr.usub.sat(%i, %i) : (i32, i32) -> i32
  %8 = llvm.intr.sshl.sat(%i, %i) : (i32, i32) -> i32
  %9 = llvm.intr.ushl.sat(%i, %i) : (i32, i32) -> i32
  %10 = llvm.intr.scmp(%v, %v) : (vector<4xi64>, vector<4xi64>) -> vector<4xi2>
  %11 = llvm.intr.ucmp(%v, %v) : (vector<4xi64>, vector<4xi64>) -> vector<4xi2>
  %12 = llvm.intr.bitreverse(%v) : (vector<4xi64>) -> vector<4xi64>
  %13 = llvm.intr.bswap(%v) : (vector<4xi64>) -> vector<4xi64>
  %14 = llvm.intr.ctpop(%v) : (vector<4xi64>) -> vector<4xi64>
  %15 = llvm.intr.fshl(%i, %i, %i) {note} : (i32, i32, i32) -> i32
  %16 = llvm.intr.fshr(%i, %i, %i) {note} : (i32, i32, i32) -> i32
  %17 = "llvm.intr.abs"(%i) <{is_int_min_poison = true}> : (i32) -> i32
  %18 = "llvm.intr.ctlz"(%i) <{is_zero_poison = true}> : (i32) -> i32
  %19 = "llvm.intr.cttz"(%i) <{is_zero_poison = true}> : (i32) -> i32
  %20 = "llvm.intr.sadd.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %21 = "llvm.intr.uadd.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %22 = "llvm.intr.ssub.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %23 = "llvm.intr.usub.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %24 = "llvm.intr.smul.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %25 = "llvm.intr.umul.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return
}

llvm.func @floats(%a: f32, %v: vector<2xf64>, %i: i32) {
  %0 = llvm.intr.fabs(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
  %1 = llvm.intr.sqrt(%v) : (vector<2xf64>) -> vector<2xf64>
  %2 = llvm.intr.exp(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
  %3 = llvm.intr.exp2(%v) : (vector<2xf64>) -> vector<2xf64>
  %4 = llvm.intr.exp10(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
  %5 = llvm.intr.log(%v) : (vector<2xf64>) -> vector<2xf64>
  %6 = llvm.intr.log2(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
  %7 = llvm.intr.log10(%v) : (vector<2xf64>) -> vector<2xf64>
  %8 = llvm.intr.sin(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
  %9 = llvm.intr.cos(%v) : (vector<2xf64>) -> vector<2xf64>
  %10 = llvm.intr.tan(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
  %11 = llvm.intr.asin(%v) : (vector<2xf64>) -> vector<2xf64>
  %12 = llvm.intr.acos(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
  %13 = llvm.intr.atan(%v) : (vector<2xf64>) -> vector<2xf64>
  %14 = llvm.intr.sinh(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
  %15 = llvm.intr.cosh(%v) : (vector<2xf64>) -> vector<2xf64>
  %16 = llvm.intr.tanh(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
  %17 = llvm.intr.ceil(%v) : (vector<2xf64>) -> vector<2xf64>
  %18 = llvm.intr.floor(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
  %19 = llvm.intr.trunc(%v) : (vector<2xf64>) -> vector<2xf64>
  %20 = llvm.intr.round(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
  %21 = llvm.intr.roundeven(%v) : (vector<2xf64>) -> vector<2xf64>
  %22 = llvm.intr.rint(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<2xf64>) -> vector<2xf64>
  %23 = llvm.intr.nearbyint(%v) : (vector<2xf64>) -> vector<2xf64>
  %24 = llvm.intr.copysign(%a, %a) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
  %25 = llvm.intr.pow(%a, %a) : (f32, f32) -> f32
  %26 = llvm.intr.atan2(%a, %a) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
  %27 = llvm.intr.maxnum(%a, %a) : (f32, f32) -> f32
  %28 = llvm.intr.minnum(%a, %a) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
  %29 = llvm.intr.maximum(%a, %a) : (f32, f32) -> f32
  %30 = llvm.intr.minimum(%a, %a) {fastmathFlags = #llvm.fastmath<fast>} : (f32, f32) -> f32
  %31 = llvm.intr.fma(%a, %a, %a) : (f32, f32, f32) -> f32
  %32 = llvm.intr.fmuladd(%a, %a, %a) : (f32, f32, f32) -> f32
  %33 = llvm.intr.powi(%a, %i) : (f32, i32) -> f32
  %34 = llvm.intr.ldexp(%a, %i) : (f32, i32) -> f32
  %35 = llvm.intr.frexp(%a) : (f32) -> !llvm.struct<(f32, i32)>
  %36 = llvm.intr.sincos(%a) : (f32) -> !llvm.struct<(f32, f32)>
  %37 = llvm.intr.lround(%a) : (f32) -> i64
  %38 = llvm.intr.llround(%a) : (f32) -> i64
  %39 = llvm.intr.lrint(%a) : (f32) -> i64
  %40 = llvm.intr.llrint(%a) : (f32) -> i64
  %41 = "llvm.intr.is.fpclass"(%a) <{bit = 5 : i32}> : (f32) -> i1
  %x = llvm.intr.experimental.constrained.fptrunc %v towardzero ignore : vector<2xf64> to vector<2xf32>
  %y = llvm.intr.experimental.constrained.fptrunc %v tonearestaway strict {note} : vector<2xf64> to vector<2xf16>
  %z = llvm.intr.experimental.constrained.fpext %a maytrap : f32 to f64
  %s = llvm.intr.experimental.constrained.sitofp %i upward strict : i32 to f32
  %u = llvm.intr.experimental.constrained.uitofp %i dynamic ignore : i32 to f32
  llvm.return
}
