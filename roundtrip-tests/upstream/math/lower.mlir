// ARGS: -split-input-file
// ARGS: -split-input-file -mlir-print-op-generic
// ARGS: -split-input-file -convert-math-to-llvm
// ARGS: -split-input-file -convert-math-to-llvm=approximate-log1p=false

func.func @m(%a: f32, %b: f32, %c: f32, %i: i32, %j: i32, %x: index, %s: i32, %h: f16, %d: f64, %e: i64) {
  %0 = math.absf %a fastmath<nnan,contract> {q} : f32
  %1 = math.absf %d : f64
  %2 = math.acos %a fastmath<nnan,contract> {q} : f32
  %3 = math.acos %d : f64
  %4 = math.acosh %a fastmath<nnan,contract> {q} : f32
  %5 = math.acosh %d : f64
  %6 = math.asin %a fastmath<nnan,contract> {q} : f32
  %7 = math.asin %d : f64
  %8 = math.asinh %a fastmath<nnan,contract> {q} : f32
  %9 = math.asinh %d : f64
  %10 = math.atan %a fastmath<nnan,contract> {q} : f32
  %11 = math.atan %d : f64
  %12 = math.atanh %a fastmath<nnan,contract> {q} : f32
  %13 = math.atanh %d : f64
  %14 = math.cbrt %a fastmath<nnan,contract> {q} : f32
  %15 = math.cbrt %d : f64
  %16 = math.ceil %a fastmath<nnan,contract> {q} : f32
  %17 = math.ceil %d : f64
  %18 = math.cos %a fastmath<nnan,contract> {q} : f32
  %19 = math.cos %d : f64
  %20 = math.cosh %a fastmath<nnan,contract> {q} : f32
  %21 = math.cosh %d : f64
  %22 = math.erf %a fastmath<nnan,contract> {q} : f32
  %23 = math.erf %d : f64
  %24 = math.erfc %a fastmath<nnan,contract> {q} : f32
  %25 = math.erfc %d : f64
  %26 = math.exp %a fastmath<nnan,contract> {q} : f32
  %27 = math.exp %d : f64
  %28 = math.exp2 %a fastmath<nnan,contract> {q} : f32
  %29 = math.exp2 %d : f64
  %30 = math.expm1 %a fastmath<nnan,contract> {q} : f32
  %31 = math.expm1 %d : f64
  %32 = math.floor %a fastmath<nnan,contract> {q} : f32
  %33 = math.floor %d : f64
  %34 = math.log %a fastmath<nnan,contract> {q} : f32
  %35 = math.log %d : f64
  %36 = math.log10 %a fastmath<nnan,contract> {q} : f32
  %37 = math.log10 %d : f64
  %38 = math.log1p %a fastmath<nnan,contract> {q} : f32
  %39 = math.log1p %d : f64
  %40 = math.log2 %a fastmath<nnan,contract> {q} : f32
  %41 = math.log2 %d : f64
  %42 = math.round %a fastmath<nnan,contract> {q} : f32
  %43 = math.round %d : f64
  %44 = math.roundeven %a fastmath<nnan,contract> {q} : f32
  %45 = math.roundeven %d : f64
  %46 = math.rsqrt %a fastmath<nnan,contract> {q} : f32
  %47 = math.rsqrt %d : f64
  %48 = math.sin %a fastmath<nnan,contract> {q} : f32
  %49 = math.sin %d : f64
  %50 = math.sinh %a fastmath<nnan,contract> {q} : f32
  %51 = math.sinh %d : f64
  %52 = math.sqrt %a fastmath<nnan,contract> {q} : f32
  %53 = math.sqrt %d : f64
  %54 = math.tan %a fastmath<nnan,contract> {q} : f32
  %55 = math.tan %d : f64
  %56 = math.tanh %a fastmath<nnan,contract> {q} : f32
  %57 = math.tanh %d : f64
  %58 = math.trunc %a fastmath<nnan,contract> {q} : f32
  %59 = math.trunc %d : f64
  %60 = math.atan2 %a, %b fastmath<fast> {q} : f32
  %61 = math.copysign %a, %b fastmath<fast> {q} : f32
  %62 = math.powf %a, %b fastmath<fast> {q} : f32
  %63 = math.fma %a, %b, %c fastmath<fast> {q} : f32
  %64 = math.clampf %a to [%b, %c] fastmath<fast> {q} : f32
  %65 = math.fpowi %a, %i fastmath<fast> {q} : f32, i32
  %66 = math.fpowi %d, %e : f64, i64
  %67:2 = math.sincos %a fastmath<fast> {q} : f32
  %68 = math.isfinite %a {q, fastmath = #arith.fastmath<nnan>} : f32
  %69 = math.isinf %a {q, fastmath = #arith.fastmath<nnan>} : f32
  %70 = math.isnan %a {q, fastmath = #arith.fastmath<nnan>} : f32
  %71 = math.isnormal %a {q, fastmath = #arith.fastmath<nnan>} : f32
  %72 = math.absi %i {q} : i32
  %73 = math.absi %x : index
  %74 = math.ctlz %i {q} : i32
  %75 = math.ctlz %x : index
  %76 = math.cttz %i {q} : i32
  %77 = math.cttz %x : index
  %78 = math.ctpop %i {q} : i32
  %79 = math.ctpop %x : index
  %80 = math.ipowi %i, %j {q} : i32
  return
}

// -----

func.func @m(%a: vector<4xf32>, %b: vector<4xf32>, %c: vector<4xf32>, %i: vector<4xi32>, %j: vector<4xi32>, %x: vector<4xindex>, %s: i32, %h: vector<4xf16>, %d: vector<4xf64>, %e: vector<4xi64>) {
  %0 = math.absf %a fastmath<nnan,contract> {q} : vector<4xf32>
  %1 = math.absf %d : vector<4xf64>
  %2 = math.acos %a fastmath<nnan,contract> {q} : vector<4xf32>
  %3 = math.acos %d : vector<4xf64>
  %4 = math.acosh %a fastmath<nnan,contract> {q} : vector<4xf32>
  %5 = math.acosh %d : vector<4xf64>
  %6 = math.asin %a fastmath<nnan,contract> {q} : vector<4xf32>
  %7 = math.asin %d : vector<4xf64>
  %8 = math.asinh %a fastmath<nnan,contract> {q} : vector<4xf32>
  %9 = math.asinh %d : vector<4xf64>
  %10 = math.atan %a fastmath<nnan,contract> {q} : vector<4xf32>
  %11 = math.atan %d : vector<4xf64>
  %12 = math.atanh %a fastmath<nnan,contract> {q} : vector<4xf32>
  %13 = math.atanh %d : vector<4xf64>
  %14 = math.cbrt %a fastmath<nnan,contract> {q} : vector<4xf32>
  %15 = math.cbrt %d : vector<4xf64>
  %16 = math.ceil %a fastmath<nnan,contract> {q} : vector<4xf32>
  %17 = math.ceil %d : vector<4xf64>
  %18 = math.cos %a fastmath<nnan,contract> {q} : vector<4xf32>
  %19 = math.cos %d : vector<4xf64>
  %20 = math.cosh %a fastmath<nnan,contract> {q} : vector<4xf32>
  %21 = math.cosh %d : vector<4xf64>
  %22 = math.erf %a fastmath<nnan,contract> {q} : vector<4xf32>
  %23 = math.erf %d : vector<4xf64>
  %24 = math.erfc %a fastmath<nnan,contract> {q} : vector<4xf32>
  %25 = math.erfc %d : vector<4xf64>
  %26 = math.exp %a fastmath<nnan,contract> {q} : vector<4xf32>
  %27 = math.exp %d : vector<4xf64>
  %28 = math.exp2 %a fastmath<nnan,contract> {q} : vector<4xf32>
  %29 = math.exp2 %d : vector<4xf64>
  %30 = math.expm1 %a fastmath<nnan,contract> {q} : vector<4xf32>
  %31 = math.expm1 %d : vector<4xf64>
  %32 = math.floor %a fastmath<nnan,contract> {q} : vector<4xf32>
  %33 = math.floor %d : vector<4xf64>
  %34 = math.log %a fastmath<nnan,contract> {q} : vector<4xf32>
  %35 = math.log %d : vector<4xf64>
  %36 = math.log10 %a fastmath<nnan,contract> {q} : vector<4xf32>
  %37 = math.log10 %d : vector<4xf64>
  %38 = math.log1p %a fastmath<nnan,contract> {q} : vector<4xf32>
  %39 = math.log1p %d : vector<4xf64>
  %40 = math.log2 %a fastmath<nnan,contract> {q} : vector<4xf32>
  %41 = math.log2 %d : vector<4xf64>
  %42 = math.round %a fastmath<nnan,contract> {q} : vector<4xf32>
  %43 = math.round %d : vector<4xf64>
  %44 = math.roundeven %a fastmath<nnan,contract> {q} : vector<4xf32>
  %45 = math.roundeven %d : vector<4xf64>
  %46 = math.rsqrt %a fastmath<nnan,contract> {q} : vector<4xf32>
  %47 = math.rsqrt %d : vector<4xf64>
  %48 = math.sin %a fastmath<nnan,contract> {q} : vector<4xf32>
  %49 = math.sin %d : vector<4xf64>
  %50 = math.sinh %a fastmath<nnan,contract> {q} : vector<4xf32>
  %51 = math.sinh %d : vector<4xf64>
  %52 = math.sqrt %a fastmath<nnan,contract> {q} : vector<4xf32>
  %53 = math.sqrt %d : vector<4xf64>
  %54 = math.tan %a fastmath<nnan,contract> {q} : vector<4xf32>
  %55 = math.tan %d : vector<4xf64>
  %56 = math.tanh %a fastmath<nnan,contract> {q} : vector<4xf32>
  %57 = math.tanh %d : vector<4xf64>
  %58 = math.trunc %a fastmath<nnan,contract> {q} : vector<4xf32>
  %59 = math.trunc %d : vector<4xf64>
  %60 = math.atan2 %a, %b fastmath<fast> {q} : vector<4xf32>
  %61 = math.copysign %a, %b fastmath<fast> {q} : vector<4xf32>
  %62 = math.powf %a, %b fastmath<fast> {q} : vector<4xf32>
  %63 = math.fma %a, %b, %c fastmath<fast> {q} : vector<4xf32>
  %64 = math.clampf %a to [%b, %c] fastmath<fast> {q} : vector<4xf32>
  %67:2 = math.sincos %a fastmath<fast> {q} : vector<4xf32>
  %68 = math.isfinite %a {q, fastmath = #arith.fastmath<nnan>} : vector<4xf32>
  %69 = math.isinf %a {q, fastmath = #arith.fastmath<nnan>} : vector<4xf32>
  %70 = math.isnan %a {q, fastmath = #arith.fastmath<nnan>} : vector<4xf32>
  %71 = math.isnormal %a {q, fastmath = #arith.fastmath<nnan>} : vector<4xf32>
  %72 = math.absi %i {q} : vector<4xi32>
  %73 = math.absi %x : vector<4xindex>
  %74 = math.ctlz %i {q} : vector<4xi32>
  %75 = math.ctlz %x : vector<4xindex>
  %76 = math.cttz %i {q} : vector<4xi32>
  %77 = math.cttz %x : vector<4xindex>
  %78 = math.ctpop %i {q} : vector<4xi32>
  %79 = math.ctpop %x : vector<4xindex>
  %80 = math.ipowi %i, %j {q} : vector<4xi32>
  return
}

// -----

func.func @m(%a: vector<2x3xf32>, %b: vector<2x3xf32>, %c: vector<2x3xf32>, %i: vector<2x3xi32>, %j: vector<2x3xi32>, %x: vector<2x3xindex>, %s: i32, %h: vector<2x3xf16>, %d: vector<2x3xf64>, %e: vector<2x3xi64>) {
  %0 = math.absf %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %1 = math.absf %d : vector<2x3xf64>
  %2 = math.acos %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %3 = math.acos %d : vector<2x3xf64>
  %4 = math.acosh %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %5 = math.acosh %d : vector<2x3xf64>
  %6 = math.asin %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %7 = math.asin %d : vector<2x3xf64>
  %8 = math.asinh %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %9 = math.asinh %d : vector<2x3xf64>
  %10 = math.atan %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %11 = math.atan %d : vector<2x3xf64>
  %12 = math.atanh %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %13 = math.atanh %d : vector<2x3xf64>
  %14 = math.cbrt %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %15 = math.cbrt %d : vector<2x3xf64>
  %16 = math.ceil %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %17 = math.ceil %d : vector<2x3xf64>
  %18 = math.cos %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %19 = math.cos %d : vector<2x3xf64>
  %20 = math.cosh %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %21 = math.cosh %d : vector<2x3xf64>
  %22 = math.erf %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %23 = math.erf %d : vector<2x3xf64>
  %24 = math.erfc %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %25 = math.erfc %d : vector<2x3xf64>
  %26 = math.exp %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %27 = math.exp %d : vector<2x3xf64>
  %28 = math.exp2 %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %29 = math.exp2 %d : vector<2x3xf64>
  %30 = math.expm1 %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %31 = math.expm1 %d : vector<2x3xf64>
  %32 = math.floor %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %33 = math.floor %d : vector<2x3xf64>
  %34 = math.log %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %35 = math.log %d : vector<2x3xf64>
  %36 = math.log10 %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %37 = math.log10 %d : vector<2x3xf64>
  %38 = math.log1p %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %39 = math.log1p %d : vector<2x3xf64>
  %40 = math.log2 %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %41 = math.log2 %d : vector<2x3xf64>
  %42 = math.round %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %43 = math.round %d : vector<2x3xf64>
  %44 = math.roundeven %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %45 = math.roundeven %d : vector<2x3xf64>
  %46 = math.rsqrt %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %47 = math.rsqrt %d : vector<2x3xf64>
  %48 = math.sin %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %49 = math.sin %d : vector<2x3xf64>
  %50 = math.sinh %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %51 = math.sinh %d : vector<2x3xf64>
  %52 = math.sqrt %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %53 = math.sqrt %d : vector<2x3xf64>
  %54 = math.tan %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %55 = math.tan %d : vector<2x3xf64>
  %56 = math.tanh %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %57 = math.tanh %d : vector<2x3xf64>
  %58 = math.trunc %a fastmath<nnan,contract> {q} : vector<2x3xf32>
  %59 = math.trunc %d : vector<2x3xf64>
  %60 = math.atan2 %a, %b fastmath<fast> {q} : vector<2x3xf32>
  %61 = math.copysign %a, %b fastmath<fast> {q} : vector<2x3xf32>
  %62 = math.powf %a, %b fastmath<fast> {q} : vector<2x3xf32>
  %63 = math.fma %a, %b, %c fastmath<fast> {q} : vector<2x3xf32>
  %64 = math.clampf %a to [%b, %c] fastmath<fast> {q} : vector<2x3xf32>
  %69 = math.isinf %a {q, fastmath = #arith.fastmath<nnan>} : vector<2x3xf32>
  %71 = math.isnormal %a {q, fastmath = #arith.fastmath<nnan>} : vector<2x3xf32>
  %72 = math.absi %i {q} : vector<2x3xi32>
  %73 = math.absi %x : vector<2x3xindex>
  %74 = math.ctlz %i {q} : vector<2x3xi32>
  %75 = math.ctlz %x : vector<2x3xindex>
  %76 = math.cttz %i {q} : vector<2x3xi32>
  %77 = math.cttz %x : vector<2x3xindex>
  %78 = math.ctpop %i {q} : vector<2x3xi32>
  %79 = math.ctpop %x : vector<2x3xindex>
  %80 = math.ipowi %i, %j {q} : vector<2x3xi32>
  return
}

// -----

func.func @m(%a: vector<[4]xf32>, %b: vector<[4]xf32>, %c: vector<[4]xf32>, %i: vector<[4]xi32>, %j: vector<[4]xi32>, %x: vector<[4]xindex>, %s: i32, %h: vector<[4]xf16>, %d: vector<[4]xf64>, %e: vector<[4]xi64>) {
  %0 = math.absf %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %1 = math.absf %d : vector<[4]xf64>
  %2 = math.acos %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %3 = math.acos %d : vector<[4]xf64>
  %4 = math.acosh %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %5 = math.acosh %d : vector<[4]xf64>
  %6 = math.asin %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %7 = math.asin %d : vector<[4]xf64>
  %8 = math.asinh %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %9 = math.asinh %d : vector<[4]xf64>
  %10 = math.atan %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %11 = math.atan %d : vector<[4]xf64>
  %12 = math.atanh %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %13 = math.atanh %d : vector<[4]xf64>
  %14 = math.cbrt %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %15 = math.cbrt %d : vector<[4]xf64>
  %16 = math.ceil %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %17 = math.ceil %d : vector<[4]xf64>
  %18 = math.cos %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %19 = math.cos %d : vector<[4]xf64>
  %20 = math.cosh %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %21 = math.cosh %d : vector<[4]xf64>
  %22 = math.erf %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %23 = math.erf %d : vector<[4]xf64>
  %24 = math.erfc %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %25 = math.erfc %d : vector<[4]xf64>
  %26 = math.exp %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %27 = math.exp %d : vector<[4]xf64>
  %28 = math.exp2 %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %29 = math.exp2 %d : vector<[4]xf64>
  %30 = math.expm1 %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %31 = math.expm1 %d : vector<[4]xf64>
  %32 = math.floor %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %33 = math.floor %d : vector<[4]xf64>
  %34 = math.log %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %35 = math.log %d : vector<[4]xf64>
  %36 = math.log10 %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %37 = math.log10 %d : vector<[4]xf64>
  %38 = math.log1p %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %39 = math.log1p %d : vector<[4]xf64>
  %40 = math.log2 %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %41 = math.log2 %d : vector<[4]xf64>
  %42 = math.round %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %43 = math.round %d : vector<[4]xf64>
  %44 = math.roundeven %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %45 = math.roundeven %d : vector<[4]xf64>
  %46 = math.rsqrt %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %47 = math.rsqrt %d : vector<[4]xf64>
  %48 = math.sin %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %49 = math.sin %d : vector<[4]xf64>
  %50 = math.sinh %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %51 = math.sinh %d : vector<[4]xf64>
  %52 = math.sqrt %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %53 = math.sqrt %d : vector<[4]xf64>
  %54 = math.tan %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %55 = math.tan %d : vector<[4]xf64>
  %56 = math.tanh %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %57 = math.tanh %d : vector<[4]xf64>
  %58 = math.trunc %a fastmath<nnan,contract> {q} : vector<[4]xf32>
  %59 = math.trunc %d : vector<[4]xf64>
  %60 = math.atan2 %a, %b fastmath<fast> {q} : vector<[4]xf32>
  %61 = math.copysign %a, %b fastmath<fast> {q} : vector<[4]xf32>
  %62 = math.powf %a, %b fastmath<fast> {q} : vector<[4]xf32>
  %63 = math.fma %a, %b, %c fastmath<fast> {q} : vector<[4]xf32>
  %64 = math.clampf %a to [%b, %c] fastmath<fast> {q} : vector<[4]xf32>
  %67:2 = math.sincos %a fastmath<fast> {q} : vector<[4]xf32>
  %68 = math.isfinite %a {q, fastmath = #arith.fastmath<nnan>} : vector<[4]xf32>
  %69 = math.isinf %a {q, fastmath = #arith.fastmath<nnan>} : vector<[4]xf32>
  %70 = math.isnan %a {q, fastmath = #arith.fastmath<nnan>} : vector<[4]xf32>
  %71 = math.isnormal %a {q, fastmath = #arith.fastmath<nnan>} : vector<[4]xf32>
  %72 = math.absi %i {q} : vector<[4]xi32>
  %73 = math.absi %x : vector<[4]xindex>
  %74 = math.ctlz %i {q} : vector<[4]xi32>
  %75 = math.ctlz %x : vector<[4]xindex>
  %76 = math.cttz %i {q} : vector<[4]xi32>
  %77 = math.cttz %x : vector<[4]xindex>
  %78 = math.ctpop %i {q} : vector<[4]xi32>
  %79 = math.ctpop %x : vector<[4]xindex>
  %80 = math.ipowi %i, %j {q} : vector<[4]xi32>
  return
}

// -----

func.func @m(%a: vector<2x[4]xf32>, %b: vector<2x[4]xf32>, %c: vector<2x[4]xf32>, %i: vector<2x[4]xi32>, %j: vector<2x[4]xi32>, %x: vector<2x[4]xindex>, %s: i32, %h: vector<2x[4]xf16>, %d: vector<2x[4]xf64>, %e: vector<2x[4]xi64>) {
  %0 = math.absf %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %1 = math.absf %d : vector<2x[4]xf64>
  %2 = math.acos %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %3 = math.acos %d : vector<2x[4]xf64>
  %4 = math.acosh %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %5 = math.acosh %d : vector<2x[4]xf64>
  %6 = math.asin %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %7 = math.asin %d : vector<2x[4]xf64>
  %8 = math.asinh %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %9 = math.asinh %d : vector<2x[4]xf64>
  %10 = math.atan %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %11 = math.atan %d : vector<2x[4]xf64>
  %12 = math.atanh %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %13 = math.atanh %d : vector<2x[4]xf64>
  %14 = math.cbrt %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %15 = math.cbrt %d : vector<2x[4]xf64>
  %16 = math.ceil %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %17 = math.ceil %d : vector<2x[4]xf64>
  %18 = math.cos %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %19 = math.cos %d : vector<2x[4]xf64>
  %20 = math.cosh %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %21 = math.cosh %d : vector<2x[4]xf64>
  %22 = math.erf %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %23 = math.erf %d : vector<2x[4]xf64>
  %24 = math.erfc %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %25 = math.erfc %d : vector<2x[4]xf64>
  %26 = math.exp %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %27 = math.exp %d : vector<2x[4]xf64>
  %28 = math.exp2 %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %29 = math.exp2 %d : vector<2x[4]xf64>
  %30 = math.expm1 %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %31 = math.expm1 %d : vector<2x[4]xf64>
  %32 = math.floor %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %33 = math.floor %d : vector<2x[4]xf64>
  %34 = math.log %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %35 = math.log %d : vector<2x[4]xf64>
  %36 = math.log10 %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %37 = math.log10 %d : vector<2x[4]xf64>
  %38 = math.log1p %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %39 = math.log1p %d : vector<2x[4]xf64>
  %40 = math.log2 %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %41 = math.log2 %d : vector<2x[4]xf64>
  %42 = math.round %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %43 = math.round %d : vector<2x[4]xf64>
  %44 = math.roundeven %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %45 = math.roundeven %d : vector<2x[4]xf64>
  %46 = math.rsqrt %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %47 = math.rsqrt %d : vector<2x[4]xf64>
  %48 = math.sin %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %49 = math.sin %d : vector<2x[4]xf64>
  %50 = math.sinh %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %51 = math.sinh %d : vector<2x[4]xf64>
  %52 = math.sqrt %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %53 = math.sqrt %d : vector<2x[4]xf64>
  %54 = math.tan %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %55 = math.tan %d : vector<2x[4]xf64>
  %56 = math.tanh %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %57 = math.tanh %d : vector<2x[4]xf64>
  %58 = math.trunc %a fastmath<nnan,contract> {q} : vector<2x[4]xf32>
  %59 = math.trunc %d : vector<2x[4]xf64>
  %60 = math.atan2 %a, %b fastmath<fast> {q} : vector<2x[4]xf32>
  %61 = math.copysign %a, %b fastmath<fast> {q} : vector<2x[4]xf32>
  %62 = math.powf %a, %b fastmath<fast> {q} : vector<2x[4]xf32>
  %63 = math.fma %a, %b, %c fastmath<fast> {q} : vector<2x[4]xf32>
  %64 = math.clampf %a to [%b, %c] fastmath<fast> {q} : vector<2x[4]xf32>
  %69 = math.isinf %a {q, fastmath = #arith.fastmath<nnan>} : vector<2x[4]xf32>
  %71 = math.isnormal %a {q, fastmath = #arith.fastmath<nnan>} : vector<2x[4]xf32>
  %72 = math.absi %i {q} : vector<2x[4]xi32>
  %73 = math.absi %x : vector<2x[4]xindex>
  %74 = math.ctlz %i {q} : vector<2x[4]xi32>
  %75 = math.ctlz %x : vector<2x[4]xindex>
  %76 = math.cttz %i {q} : vector<2x[4]xi32>
  %77 = math.cttz %x : vector<2x[4]xindex>
  %78 = math.ctpop %i {q} : vector<2x[4]xi32>
  %79 = math.ctpop %x : vector<2x[4]xindex>
  %80 = math.ipowi %i, %j {q} : vector<2x[4]xi32>
  return
}

// -----

func.func @m(%a: vector<1x2x2xf32>, %b: vector<1x2x2xf32>, %c: vector<1x2x2xf32>, %i: vector<1x2x2xi32>, %j: vector<1x2x2xi32>, %x: vector<1x2x2xindex>, %s: i32, %h: vector<1x2x2xf16>, %d: vector<1x2x2xf64>, %e: vector<1x2x2xi64>) {
  %0 = math.absf %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %1 = math.absf %d : vector<1x2x2xf64>
  %2 = math.acos %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %3 = math.acos %d : vector<1x2x2xf64>
  %4 = math.acosh %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %5 = math.acosh %d : vector<1x2x2xf64>
  %6 = math.asin %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %7 = math.asin %d : vector<1x2x2xf64>
  %8 = math.asinh %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %9 = math.asinh %d : vector<1x2x2xf64>
  %10 = math.atan %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %11 = math.atan %d : vector<1x2x2xf64>
  %12 = math.atanh %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %13 = math.atanh %d : vector<1x2x2xf64>
  %14 = math.cbrt %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %15 = math.cbrt %d : vector<1x2x2xf64>
  %16 = math.ceil %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %17 = math.ceil %d : vector<1x2x2xf64>
  %18 = math.cos %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %19 = math.cos %d : vector<1x2x2xf64>
  %20 = math.cosh %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %21 = math.cosh %d : vector<1x2x2xf64>
  %22 = math.erf %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %23 = math.erf %d : vector<1x2x2xf64>
  %24 = math.erfc %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %25 = math.erfc %d : vector<1x2x2xf64>
  %26 = math.exp %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %27 = math.exp %d : vector<1x2x2xf64>
  %28 = math.exp2 %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %29 = math.exp2 %d : vector<1x2x2xf64>
  %30 = math.expm1 %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %31 = math.expm1 %d : vector<1x2x2xf64>
  %32 = math.floor %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %33 = math.floor %d : vector<1x2x2xf64>
  %34 = math.log %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %35 = math.log %d : vector<1x2x2xf64>
  %36 = math.log10 %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %37 = math.log10 %d : vector<1x2x2xf64>
  %38 = math.log1p %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %39 = math.log1p %d : vector<1x2x2xf64>
  %40 = math.log2 %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %41 = math.log2 %d : vector<1x2x2xf64>
  %42 = math.round %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %43 = math.round %d : vector<1x2x2xf64>
  %44 = math.roundeven %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %45 = math.roundeven %d : vector<1x2x2xf64>
  %46 = math.rsqrt %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %47 = math.rsqrt %d : vector<1x2x2xf64>
  %48 = math.sin %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %49 = math.sin %d : vector<1x2x2xf64>
  %50 = math.sinh %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %51 = math.sinh %d : vector<1x2x2xf64>
  %52 = math.sqrt %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %53 = math.sqrt %d : vector<1x2x2xf64>
  %54 = math.tan %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %55 = math.tan %d : vector<1x2x2xf64>
  %56 = math.tanh %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %57 = math.tanh %d : vector<1x2x2xf64>
  %58 = math.trunc %a fastmath<nnan,contract> {q} : vector<1x2x2xf32>
  %59 = math.trunc %d : vector<1x2x2xf64>
  %60 = math.atan2 %a, %b fastmath<fast> {q} : vector<1x2x2xf32>
  %61 = math.copysign %a, %b fastmath<fast> {q} : vector<1x2x2xf32>
  %62 = math.powf %a, %b fastmath<fast> {q} : vector<1x2x2xf32>
  %63 = math.fma %a, %b, %c fastmath<fast> {q} : vector<1x2x2xf32>
  %64 = math.clampf %a to [%b, %c] fastmath<fast> {q} : vector<1x2x2xf32>
  %69 = math.isinf %a {q, fastmath = #arith.fastmath<nnan>} : vector<1x2x2xf32>
  %71 = math.isnormal %a {q, fastmath = #arith.fastmath<nnan>} : vector<1x2x2xf32>
  %72 = math.absi %i {q} : vector<1x2x2xi32>
  %73 = math.absi %x : vector<1x2x2xindex>
  %74 = math.ctlz %i {q} : vector<1x2x2xi32>
  %75 = math.ctlz %x : vector<1x2x2xindex>
  %76 = math.cttz %i {q} : vector<1x2x2xi32>
  %77 = math.cttz %x : vector<1x2x2xindex>
  %78 = math.ctpop %i {q} : vector<1x2x2xi32>
  %79 = math.ctpop %x : vector<1x2x2xindex>
  %80 = math.ipowi %i, %j {q} : vector<1x2x2xi32>
  return
}

// -----

func.func @m(%a: f8E5M2, %t: tensor<4xf32>, %v: vector<f32>, %i: i128, %b: bf16) {
  %0 = math.absf %a : f8E5M2
  %1 = math.sin %t : tensor<4xf32>
  %2 = math.expm1 %v : vector<f32>
  %3 = math.rsqrt %v : vector<f32>
  %4 = math.absi %i : i128
  %5 = math.log1p %b : bf16
  %6 = math.isnan %v : vector<f32>
  %7 = math.isfinite %t : tensor<4xf32>
  %8 = math.rsqrt %t : tensor<4xf32>
  %9 = math.rsqrt %a : f8E5M2
  %10:2 = math.sincos %v : vector<f32>
  %11 = math.isnan %a : f8E5M2
  return
}
