llvm.func @predicated(%i: vector<4xi32>, %f: vector<4xf32>, %m: vector<4xi1>, %e: i32, %s: f32, %p: !llvm.ptr, %q: vector<4x!llvm.ptr>, %l: i64, %w: vector<4xi64>, %d: vector<4xf64>) {
  %0 = "llvm.intr.vp.add"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %1 = "llvm.intr.vp.sub"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %2 = "llvm.intr.vp.mul"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %3 = "llvm.intr.vp.sdiv"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %4 = "llvm.intr.vp.udiv"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %5 = "llvm.intr.vp.srem"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %6 = "llvm.intr.vp.urem"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %7 = "llvm.intr.vp.ashr"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %8 = "llvm.intr.vp.lshr"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %9 = "llvm.intr.vp.shl"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %10 = "llvm.intr.vp.or"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %11 = "llvm.intr.vp.and"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %12 = "llvm.intr.vp.xor"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %13 = "llvm.intr.vp.smax"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %14 = "llvm.intr.vp.smin"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %15 = "llvm.intr.vp.umax"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %16 = "llvm.intr.vp.umin"(%i, %i, %m, %e) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
  %17 = "llvm.intr.vp.fadd"(%f, %f, %m, %e) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %18 = "llvm.intr.vp.fsub"(%f, %f, %m, %e) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %19 = "llvm.intr.vp.fmul"(%f, %f, %m, %e) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %20 = "llvm.intr.vp.fdiv"(%f, %f, %m, %e) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %21 = "llvm.intr.vp.frem"(%f, %f, %m, %e) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %22 = "llvm.intr.vp.fneg"(%f, %m, %e) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %23 = "llvm.intr.vp.fmuladd"(%f, %f, %f, %m, %e) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %24 = "llvm.intr.vp.fma"(%f, %f, %f, %m, %e) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
  %25 = "llvm.intr.vp.reduce.add"(%e, %i, %m, %e) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %26 = "llvm.intr.vp.reduce.mul"(%e, %i, %m, %e) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %27 = "llvm.intr.vp.reduce.and"(%e, %i, %m, %e) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %28 = "llvm.intr.vp.reduce.or"(%e, %i, %m, %e) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %29 = "llvm.intr.vp.reduce.xor"(%e, %i, %m, %e) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %30 = "llvm.intr.vp.reduce.smax"(%e, %i, %m, %e) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %31 = "llvm.intr.vp.reduce.smin"(%e, %i, %m, %e) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %32 = "llvm.intr.vp.reduce.umax"(%e, %i, %m, %e) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %33 = "llvm.intr.vp.reduce.umin"(%e, %i, %m, %e) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
  %34 = "llvm.intr.vp.reduce.fadd"(%s, %f, %m, %e) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %35 = "llvm.intr.vp.reduce.fmul"(%s, %f, %m, %e) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %36 = "llvm.intr.vp.reduce.fmax"(%s, %f, %m, %e) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %37 = "llvm.intr.vp.reduce.fmin"(%s, %f, %m, %e) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
  %38 = "llvm.intr.vp.select"(%m, %i, %i, %e) : (vector<4xi1>, vector<4xi32>, vector<4xi32>, i32) -> vector<4xi32>
  %39 = "llvm.intr.vp.merge"(%m, %i, %i, %e) : (vector<4xi1>, vector<4xi32>, vector<4xi32>, i32) -> vector<4xi32>
  %40 = "llvm.intr.vp.load"(%p, %m, %e) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xi32>
  "llvm.intr.vp.store"(%i, %p, %m, %e) : (vector<4xi32>, !llvm.ptr, vector<4xi1>, i32) -> ()
  %41 = "llvm.intr.experimental.vp.strided.load"(%p, %e, %m, %e) : (!llvm.ptr, i32, vector<4xi1>, i32) -> vector<4xi32>
  "llvm.intr.experimental.vp.strided.store"(%i, %p, %e, %m, %e) : (vector<4xi32>, !llvm.ptr, i32, vector<4xi1>, i32) -> ()
  %42 = "llvm.intr.vp.trunc"(%w, %m, %e) : (vector<4xi64>, vector<4xi1>, i32) -> vector<4xi32>
  %43 = "llvm.intr.vp.zext"(%i, %m, %e) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
  %44 = "llvm.intr.vp.sext"(%i, %m, %e) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
  %45 = "llvm.intr.vp.fptrunc"(%d, %m, %e) : (vector<4xf64>, vector<4xi1>, i32) -> vector<4xf32>
  %46 = "llvm.intr.vp.fpext"(%f, %m, %e) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf64>
  %47 = "llvm.intr.vp.fptoui"(%d, %m, %e) : (vector<4xf64>, vector<4xi1>, i32) -> vector<4xi64>
  %48 = "llvm.intr.vp.fptosi"(%d, %m, %e) : (vector<4xf64>, vector<4xi1>, i32) -> vector<4xi64>
  %49 = "llvm.intr.vp.uitofp"(%w, %m, %e) : (vector<4xi64>, vector<4xi1>, i32) -> vector<4xf64>
  %50 = "llvm.intr.vp.sitofp"(%w, %m, %e) : (vector<4xi64>, vector<4xi1>, i32) -> vector<4xf64>
  %51 = "llvm.intr.vp.ptrtoint"(%q, %m, %e) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> vector<4xi64>
  %52 = "llvm.intr.vp.inttoptr"(%w, %m, %e) : (vector<4xi64>, vector<4xi1>, i32) -> vector<4x!llvm.ptr>
  llvm.return
}
