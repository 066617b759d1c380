// ARGS: -convert-arith-to-llvm -allow-unregistered-dialect -split-input-file

func.func @f(%x: f16) {
  %c = arith.constant 1.5 : f16
  %d = arith.constant -2.5 : f16
  %0 = arith.addf %c, %d : f16
  %1 = arith.addf %d, %c : f16
  %2 = arith.addf %x, %c : f16
  %3 = arith.subf %c, %d : f16
  %4 = arith.subf %d, %c : f16
  %5 = arith.subf %x, %c : f16
  %6 = arith.mulf %c, %d : f16
  %7 = arith.mulf %d, %c : f16
  %8 = arith.mulf %x, %c : f16
  %9 = arith.divf %c, %d : f16
  %10 = arith.divf %d, %c : f16
  %11 = arith.divf %x, %c : f16
  %12 = arith.remf %c, %d : f16
  %13 = arith.remf %d, %c : f16
  %14 = arith.remf %x, %c : f16
  %15 = arith.maximumf %c, %d : f16
  %16 = arith.maximumf %d, %c : f16
  %17 = arith.maximumf %x, %c : f16
  %18 = arith.minimumf %c, %d : f16
  %19 = arith.minimumf %d, %c : f16
  %20 = arith.minimumf %x, %c : f16
  %21 = arith.maxnumf %c, %d : f16
  %22 = arith.maxnumf %d, %c : f16
  %23 = arith.maxnumf %x, %c : f16
  %24 = arith.minnumf %c, %d : f16
  %25 = arith.minnumf %d, %c : f16
  %26 = arith.minnumf %x, %c : f16
  %27 = arith.negf %c : f16
  %28 = arith.cmpf oeq, %c, %d : f16
  %29 = arith.cmpf oeq, %c, %x : f16
  %30 = arith.cmpf ult, %c, %d : f16
  %31 = arith.cmpf ult, %c, %x : f16
  %32 = arith.cmpf une, %c, %d : f16
  %33 = arith.cmpf une, %c, %x : f16
  %34 = arith.cmpf ord, %c, %d : f16
  %35 = arith.cmpf ord, %c, %x : f16
  %36 = arith.extf %c : f16 to f32
  %37 = arith.extf %c : f16 to f64
  %38 = arith.extf %c : f16 to f80
  %39 = arith.extf %c : f16 to f128
  %40 = arith.fptosi %c : f16 to i1
  %41 = arith.fptoui %c : f16 to i1
  %42 = arith.fptosi %c : f16 to i8
  %43 = arith.fptoui %c : f16 to i8
  %44 = arith.fptosi %c : f16 to i32
  %45 = arith.fptoui %c : f16 to i32
  %46 = arith.fptosi %c : f16 to i64
  %47 = arith.fptoui %c : f16 to i64
  %48 = arith.fptosi %c : f16 to i128
  %49 = arith.fptoui %c : f16 to i128
  %50 = arith.bitcast %c : f16 to i16
  %51 = arith.bitcast %c : f16 to bf16
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51) : (f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, i1, i1, i1, i1, i1, i1, i1, i1, f32, f64, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i16, bf16) -> ()
  return
}

// -----

func.func @f(%x: f16) {
  %c = arith.constant -0.0 : f16
  %d = arith.constant -2.5 : f16
  %0 = arith.addf %c, %d : f16
  %1 = arith.addf %d, %c : f16
  %2 = arith.addf %x, %c : f16
  %3 = arith.subf %c, %d : f16
  %4 = arith.subf %d, %c : f16
  %5 = arith.subf %x, %c : f16
  %6 = arith.mulf %c, %d : f16
  %7 = arith.mulf %d, %c : f16
  %8 = arith.mulf %x, %c : f16
  %9 = arith.divf %c, %d : f16
  %10 = arith.divf %d, %c : f16
  %11 = arith.divf %x, %c : f16
  %12 = arith.remf %c, %d : f16
  %13 = arith.remf %d, %c : f16
  %14 = arith.remf %x, %c : f16
  %15 = arith.maximumf %c, %d : f16
  %16 = arith.maximumf %d, %c : f16
  %17 = arith.maximumf %x, %c : f16
  %18 = arith.minimumf %c, %d : f16
  %19 = arith.minimumf %d, %c : f16
  %20 = arith.minimumf %x, %c : f16
  %21 = arith.maxnumf %c, %d : f16
  %22 = arith.maxnumf %d, %c : f16
  %23 = arith.maxnumf %x, %c : f16
  %24 = arith.minnumf %c, %d : f16
  %25 = arith.minnumf %d, %c : f16
  %26 = arith.minnumf %x, %c : f16
  %27 = arith.negf %c : f16
  %28 = arith.cmpf oeq, %c, %d : f16
  %29 = arith.cmpf oeq, %c, %x : f16
  %30 = arith.cmpf ult, %c, %d : f16
  %31 = arith.cmpf ult, %c, %x : f16
  %32 = arith.cmpf une, %c, %d : f16
  %33 = arith.cmpf une, %c, %x : f16
  %34 = arith.cmpf ord, %c, %d : f16
  %35 = arith.cmpf ord, %c, %x : f16
  %36 = arith.extf %c : f16 to f32
  %37 = arith.extf %c : f16 to f64
  %38 = arith.extf %c : f16 to f80
  %39 = arith.extf %c : f16 to f128
  %40 = arith.fptosi %c : f16 to i1
  %41 = arith.fptoui %c : f16 to i1
  %42 = arith.fptosi %c : f16 to i8
  %43 = arith.fptoui %c : f16 to i8
  %44 = arith.fptosi %c : f16 to i32
  %45 = arith.fptoui %c : f16 to i32
  %46 = arith.fptosi %c : f16 to i64
  %47 = arith.fptoui %c : f16 to i64
  %48 = arith.fptosi %c : f16 to i128
  %49 = arith.fptoui %c : f16 to i128
  %50 = arith.bitcast %c : f16 to i16
  %51 = arith.bitcast %c : f16 to bf16
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51) : (f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, i1, i1, i1, i1, i1, i1, i1, i1, f32, f64, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i16, bf16) -> ()
  return
}

// -----

func.func @f(%x: f16) {
  %c = arith.constant 65504.0 : f16
  %d = arith.constant -2.5 : f16
  %0 = arith.addf %c, %d : f16
  %1 = arith.addf %d, %c : f16
  %2 = arith.addf %x, %c : f16
  %3 = arith.subf %c, %d : f16
  %4 = arith.subf %d, %c : f16
  %5 = arith.subf %x, %c : f16
  %6 = arith.mulf %c, %d : f16
  %7 = arith.mulf %d, %c : f16
  %8 = arith.mulf %x, %c : f16
  %9 = arith.divf %c, %d : f16
  %10 = arith.divf %d, %c : f16
  %11 = arith.divf %x, %c : f16
  %12 = arith.remf %c, %d : f16
  %13 = arith.remf %d, %c : f16
  %14 = arith.remf %x, %c : f16
  %15 = arith.maximumf %c, %d : f16
  %16 = arith.maximumf %d, %c : f16
  %17 = arith.maximumf %x, %c : f16
  %18 = arith.minimumf %c, %d : f16
  %19 = arith.minimumf %d, %c : f16
  %20 = arith.minimumf %x, %c : f16
  %21 = arith.maxnumf %c, %d : f16
  %22 = arith.maxnumf %d, %c : f16
  %23 = arith.maxnumf %x, %c : f16
  %24 = arith.minnumf %c, %d : f16
  %25 = arith.minnumf %d, %c : f16
  %26 = arith.minnumf %x, %c : f16
  %27 = arith.negf %c : f16
  %28 = arith.cmpf oeq, %c, %d : f16
  %29 = arith.cmpf oeq, %c, %x : f16
  %30 = arith.cmpf ult, %c, %d : f16
  %31 = arith.cmpf ult, %c, %x : f16
  %32 = arith.cmpf une, %c, %d : f16
  %33 = arith.cmpf une, %c, %x : f16
  %34 = arith.cmpf ord, %c, %d : f16
  %35 = arith.cmpf ord, %c, %x : f16
  %36 = arith.extf %c : f16 to f32
  %37 = arith.extf %c : f16 to f64
  %38 = arith.extf %c : f16 to f80
  %39 = arith.extf %c : f16 to f128
  %40 = arith.fptosi %c : f16 to i1
  %41 = arith.fptoui %c : f16 to i1
  %42 = arith.fptosi %c : f16 to i8
  %43 = arith.fptoui %c : f16 to i8
  %44 = arith.fptosi %c : f16 to i32
  %45 = arith.fptoui %c : f16 to i32
  %46 = arith.fptosi %c : f16 to i64
  %47 = arith.fptoui %c : f16 to i64
  %48 = arith.fptosi %c : f16 to i128
  %49 = arith.fptoui %c : f16 to i128
  %50 = arith.bitcast %c : f16 to i16
  %51 = arith.bitcast %c : f16 to bf16
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51) : (f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, i1, i1, i1, i1, i1, i1, i1, i1, f32, f64, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i16, bf16) -> ()
  return
}

// -----

func.func @f(%x: f16) {
  %c = arith.constant 0x7E00 : f16
  %d = arith.constant -2.5 : f16
  %0 = arith.addf %c, %d : f16
  %1 = arith.addf %d, %c : f16
  %2 = arith.addf %x, %c : f16
  %3 = arith.subf %c, %d : f16
  %4 = arith.subf %d, %c : f16
  %5 = arith.subf %x, %c : f16
  %6 = arith.mulf %c, %d : f16
  %7 = arith.mulf %d, %c : f16
  %8 = arith.mulf %x, %c : f16
  %9 = arith.divf %c, %d : f16
  %10 = arith.divf %d, %c : f16
  %11 = arith.divf %x, %c : f16
  %12 = arith.remf %c, %d : f16
  %13 = arith.remf %d, %c : f16
  %14 = arith.remf %x, %c : f16
  %15 = arith.maximumf %c, %d : f16
  %16 = arith.maximumf %d, %c : f16
  %17 = arith.maximumf %x, %c : f16
  %18 = arith.minimumf %c, %d : f16
  %19 = arith.minimumf %d, %c : f16
  %20 = arith.minimumf %x, %c : f16
  %21 = arith.maxnumf %c, %d : f16
  %22 = arith.maxnumf %d, %c : f16
  %23 = arith.maxnumf %x, %c : f16
  %24 = arith.minnumf %c, %d : f16
  %25 = arith.minnumf %d, %c : f16
  %26 = arith.minnumf %x, %c : f16
  %27 = arith.negf %c : f16
  %28 = arith.cmpf oeq, %c, %d : f16
  %29 = arith.cmpf oeq, %c, %x : f16
  %30 = arith.cmpf ult, %c, %d : f16
  %31 = arith.cmpf ult, %c, %x : f16
  %32 = arith.cmpf une, %c, %d : f16
  %33 = arith.cmpf une, %c, %x : f16
  %34 = arith.cmpf ord, %c, %d : f16
  %35 = arith.cmpf ord, %c, %x : f16
  %36 = arith.extf %c : f16 to f32
  %37 = arith.extf %c : f16 to f64
  %38 = arith.extf %c : f16 to f80
  %39 = arith.extf %c : f16 to f128
  %40 = arith.fptosi %c : f16 to i1
  %41 = arith.fptoui %c : f16 to i1
  %42 = arith.fptosi %c : f16 to i8
  %43 = arith.fptoui %c : f16 to i8
  %44 = arith.fptosi %c : f16 to i32
  %45 = arith.fptoui %c : f16 to i32
  %46 = arith.fptosi %c : f16 to i64
  %47 = arith.fptoui %c : f16 to i64
  %48 = arith.fptosi %c : f16 to i128
  %49 = arith.fptoui %c : f16 to i128
  %50 = arith.bitcast %c : f16 to i16
  %51 = arith.bitcast %c : f16 to bf16
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51) : (f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, i1, i1, i1, i1, i1, i1, i1, i1, f32, f64, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i16, bf16) -> ()
  return
}

// -----

func.func @f(%x: bf16) {
  %c = arith.constant 1.5 : bf16
  %d = arith.constant -2.5 : bf16
  %0 = arith.addf %c, %d : bf16
  %1 = arith.addf %d, %c : bf16
  %2 = arith.addf %x, %c : bf16
  %3 = arith.subf %c, %d : bf16
  %4 = arith.subf %d, %c : bf16
  %5 = arith.subf %x, %c : bf16
  %6 = arith.mulf %c, %d : bf16
  %7 = arith.mulf %d, %c : bf16
  %8 = arith.mulf %x, %c : bf16
  %9 = arith.divf %c, %d : bf16
  %10 = arith.divf %d, %c : bf16
  %11 = arith.divf %x, %c : bf16
  %12 = arith.remf %c, %d : bf16
  %13 = arith.remf %d, %c : bf16
  %14 = arith.remf %x, %c : bf16
  %15 = arith.maximumf %c, %d : bf16
  %16 = arith.maximumf %d, %c : bf16
  %17 = arith.maximumf %x, %c : bf16
  %18 = arith.minimumf %c, %d : bf16
  %19 = arith.minimumf %d, %c : bf16
  %20 = arith.minimumf %x, %c : bf16
  %21 = arith.maxnumf %c, %d : bf16
  %22 = arith.maxnumf %d, %c : bf16
  %23 = arith.maxnumf %x, %c : bf16
  %24 = arith.minnumf %c, %d : bf16
  %25 = arith.minnumf %d, %c : bf16
  %26 = arith.minnumf %x, %c : bf16
  %27 = arith.negf %c : bf16
  %28 = arith.cmpf oeq, %c, %d : bf16
  %29 = arith.cmpf oeq, %c, %x : bf16
  %30 = arith.cmpf ult, %c, %d : bf16
  %31 = arith.cmpf ult, %c, %x : bf16
  %32 = arith.cmpf une, %c, %d : bf16
  %33 = arith.cmpf une, %c, %x : bf16
  %34 = arith.cmpf ord, %c, %d : bf16
  %35 = arith.cmpf ord, %c, %x : bf16
  %36 = arith.extf %c : bf16 to f32
  %37 = arith.extf %c : bf16 to f64
  %38 = arith.extf %c : bf16 to f80
  %39 = arith.extf %c : bf16 to f128
  %40 = arith.fptosi %c : bf16 to i1
  %41 = arith.fptoui %c : bf16 to i1
  %42 = arith.fptosi %c : bf16 to i8
  %43 = arith.fptoui %c : bf16 to i8
  %44 = arith.fptosi %c : bf16 to i32
  %45 = arith.fptoui %c : bf16 to i32
  %46 = arith.fptosi %c : bf16 to i64
  %47 = arith.fptoui %c : bf16 to i64
  %48 = arith.fptosi %c : bf16 to i128
  %49 = arith.fptoui %c : bf16 to i128
  %50 = arith.bitcast %c : bf16 to i16
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50) : (bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, i1, i1, i1, i1, i1, i1, i1, i1, f32, f64, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i16) -> ()
  return
}

// -----

func.func @f(%x: bf16) {
  %c = arith.constant 3.0e38 : bf16
  %d = arith.constant -2.5 : bf16
  %0 = arith.addf %c, %d : bf16
  %1 = arith.addf %d, %c : bf16
  %2 = arith.addf %x, %c : bf16
  %3 = arith.subf %c, %d : bf16
  %4 = arith.subf %d, %c : bf16
  %5 = arith.subf %x, %c : bf16
  %6 = arith.mulf %c, %d : bf16
  %7 = arith.mulf %d, %c : bf16
  %8 = arith.mulf %x, %c : bf16
  %9 = arith.divf %c, %d : bf16
  %10 = arith.divf %d, %c : bf16
  %11 = arith.divf %x, %c : bf16
  %12 = arith.remf %c, %d : bf16
  %13 = arith.remf %d, %c : bf16
  %14 = arith.remf %x, %c : bf16
  %15 = arith.maximumf %c, %d : bf16
  %16 = arith.maximumf %d, %c : bf16
  %17 = arith.maximumf %x, %c : bf16
  %18 = arith.minimumf %c, %d : bf16
  %19 = arith.minimumf %d, %c : bf16
  %20 = arith.minimumf %x, %c : bf16
  %21 = arith.maxnumf %c, %d : bf16
  %22 = arith.maxnumf %d, %c : bf16
  %23 = arith.maxnumf %x, %c : bf16
  %24 = arith.minnumf %c, %d : bf16
  %25 = arith.minnumf %d, %c : bf16
  %26 = arith.minnumf %x, %c : bf16
  %27 = arith.negf %c : bf16
  %28 = arith.cmpf oeq, %c, %d : bf16
  %29 = arith.cmpf oeq, %c, %x : bf16
  %30 = arith.cmpf ult, %c, %d : bf16
  %31 = arith.cmpf ult, %c, %x : bf16
  %32 = arith.cmpf une, %c, %d : bf16
  %33 = arith.cmpf une, %c, %x : bf16
  %34 = arith.cmpf ord, %c, %d : bf16
  %35 = arith.cmpf ord, %c, %x : bf16
  %36 = arith.extf %c : bf16 to f32
  %37 = arith.extf %c : bf16 to f64
  %38 = arith.extf %c : bf16 to f80
  %39 = arith.extf %c : bf16 to f128
  %40 = arith.fptosi %c : bf16 to i1
  %41 = arith.fptoui %c : bf16 to i1
  %42 = arith.fptosi %c : bf16 to i8
  %43 = arith.fptoui %c : bf16 to i8
  %44 = arith.fptosi %c : bf16 to i32
  %45 = arith.fptoui %c : bf16 to i32
  %46 = arith.fptosi %c : bf16 to i64
  %47 = arith.fptoui %c : bf16 to i64
  %48 = arith.fptosi %c : bf16 to i128
  %49 = arith.fptoui %c : bf16 to i128
  %50 = arith.bitcast %c : bf16 to i16
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50) : (bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, i1, i1, i1, i1, i1, i1, i1, i1, f32, f64, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i16) -> ()
  return
}

// -----

func.func @f(%x: f32) {
  %c = arith.constant 1.5 : f32
  %d = arith.constant -2.5 : f32
  %0 = arith.addf %c, %d : f32
  %1 = arith.addf %d, %c : f32
  %2 = arith.addf %x, %c : f32
  %3 = arith.subf %c, %d : f32
  %4 = arith.subf %d, %c : f32
  %5 = arith.subf %x, %c : f32
  %6 = arith.mulf %c, %d : f32
  %7 = arith.mulf %d, %c : f32
  %8 = arith.mulf %x, %c : f32
  %9 = arith.divf %c, %d : f32
  %10 = arith.divf %d, %c : f32
  %11 = arith.divf %x, %c : f32
  %12 = arith.remf %c, %d : f32
  %13 = arith.remf %d, %c : f32
  %14 = arith.remf %x, %c : f32
  %15 = arith.maximumf %c, %d : f32
  %16 = arith.maximumf %d, %c : f32
  %17 = arith.maximumf %x, %c : f32
  %18 = arith.minimumf %c, %d : f32
  %19 = arith.minimumf %d, %c : f32
  %20 = arith.minimumf %x, %c : f32
  %21 = arith.maxnumf %c, %d : f32
  %22 = arith.maxnumf %d, %c : f32
  %23 = arith.maxnumf %x, %c : f32
  %24 = arith.minnumf %c, %d : f32
  %25 = arith.minnumf %d, %c : f32
  %26 = arith.minnumf %x, %c : f32
  %27 = arith.negf %c : f32
  %28 = arith.cmpf oeq, %c, %d : f32
  %29 = arith.cmpf oeq, %c, %x : f32
  %30 = arith.cmpf ult, %c, %d : f32
  %31 = arith.cmpf ult, %c, %x : f32
  %32 = arith.cmpf une, %c, %d : f32
  %33 = arith.cmpf une, %c, %x : f32
  %34 = arith.cmpf ord, %c, %d : f32
  %35 = arith.cmpf ord, %c, %x : f32
  %36 = arith.truncf %c : f32 to f16
  %37 = arith.truncf %c : f32 to bf16
  %38 = arith.extf %c : f32 to f64
  %39 = arith.extf %c : f32 to f80
  %40 = arith.extf %c : f32 to f128
  %41 = arith.fptosi %c : f32 to i1
  %42 = arith.fptoui %c : f32 to i1
  %43 = arith.fptosi %c : f32 to i8
  %44 = arith.fptoui %c : f32 to i8
  %45 = arith.fptosi %c : f32 to i32
  %46 = arith.fptoui %c : f32 to i32
  %47 = arith.fptosi %c : f32 to i64
  %48 = arith.fptoui %c : f32 to i64
  %49 = arith.fptosi %c : f32 to i128
  %50 = arith.fptoui %c : f32 to i128
  %51 = arith.bitcast %c : f32 to i32
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51) : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i1, i1, i1, i1, i1, i1, i1, i1, f16, bf16, f64, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i32) -> ()
  return
}

// -----

func.func @f(%x: f32) {
  %c = arith.constant -0.0 : f32
  %d = arith.constant -2.5 : f32
  %0 = arith.addf %c, %d : f32
  %1 = arith.addf %d, %c : f32
  %2 = arith.addf %x, %c : f32
  %3 = arith.subf %c, %d : f32
  %4 = arith.subf %d, %c : f32
  %5 = arith.subf %x, %c : f32
  %6 = arith.mulf %c, %d : f32
  %7 = arith.mulf %d, %c : f32
  %8 = arith.mulf %x, %c : f32
  %9 = arith.divf %c, %d : f32
  %10 = arith.divf %d, %c : f32
  %11 = arith.divf %x, %c : f32
  %12 = arith.remf %c, %d : f32
  %13 = arith.remf %d, %c : f32
  %14 = arith.remf %x, %c : f32
  %15 = arith.maximumf %c, %d : f32
  %16 = arith.maximumf %d, %c : f32
  %17 = arith.maximumf %x, %c : f32
  %18 = arith.minimumf %c, %d : f32
  %19 = arith.minimumf %d, %c : f32
  %20 = arith.minimumf %x, %c : f32
  %21 = arith.maxnumf %c, %d : f32
  %22 = arith.maxnumf %d, %c : f32
  %23 = arith.maxnumf %x, %c : f32
  %24 = arith.minnumf %c, %d : f32
  %25 = arith.minnumf %d, %c : f32
  %26 = arith.minnumf %x, %c : f32
  %27 = arith.negf %c : f32
  %28 = arith.cmpf oeq, %c, %d : f32
  %29 = arith.cmpf oeq, %c, %x : f32
  %30 = arith.cmpf ult, %c, %d : f32
  %31 = arith.cmpf ult, %c, %x : f32
  %32 = arith.cmpf une, %c, %d : f32
  %33 = arith.cmpf une, %c, %x : f32
  %34 = arith.cmpf ord, %c, %d : f32
  %35 = arith.cmpf ord, %c, %x : f32
  %36 = arith.truncf %c : f32 to f16
  %37 = arith.truncf %c : f32 to bf16
  %38 = arith.extf %c : f32 to f64
  %39 = arith.extf %c : f32 to f80
  %40 = arith.extf %c : f32 to f128
  %41 = arith.fptosi %c : f32 to i1
  %42 = arith.fptoui %c : f32 to i1
  %43 = arith.fptosi %c : f32 to i8
  %44 = arith.fptoui %c : f32 to i8
  %45 = arith.fptosi %c : f32 to i32
  %46 = arith.fptoui %c : f32 to i32
  %47 = arith.fptosi %c : f32 to i64
  %48 = arith.fptoui %c : f32 to i64
  %49 = arith.fptosi %c : f32 to i128
  %50 = arith.fptoui %c : f32 to i128
  %51 = arith.bitcast %c : f32 to i32
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51) : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i1, i1, i1, i1, i1, i1, i1, i1, f16, bf16, f64, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i32) -> ()
  return
}

// -----

func.func @f(%x: f32) {
  %c = arith.constant 0x7F800000 : f32
  %d = arith.constant -2.5 : f32
  %0 = arith.addf %c, %d : f32
  %1 = arith.addf %d, %c : f32
  %2 = arith.addf %x, %c : f32
  %3 = arith.subf %c, %d : f32
  %4 = arith.subf %d, %c : f32
  %5 = arith.subf %x, %c : f32
  %6 = arith.mulf %c, %d : f32
  %7 = arith.mulf %d, %c : f32
  %8 = arith.mulf %x, %c : f32
  %9 = arith.divf %c, %d : f32
  %10 = arith.divf %d, %c : f32
  %11 = arith.divf %x, %c : f32
  %12 = arith.remf %c, %d : f32
  %13 = arith.remf %d, %c : f32
  %14 = arith.remf %x, %c : f32
  %15 = arith.maximumf %c, %d : f32
  %16 = arith.maximumf %d, %c : f32
  %17 = arith.maximumf %x, %c : f32
  %18 = arith.minimumf %c, %d : f32
  %19 = arith.minimumf %d, %c : f32
  %20 = arith.minimumf %x, %c : f32
  %21 = arith.maxnumf %c, %d : f32
  %22 = arith.maxnumf %d, %c : f32
  %23 = arith.maxnumf %x, %c : f32
  %24 = arith.minnumf %c, %d : f32
  %25 = arith.minnumf %d, %c : f32
  %26 = arith.minnumf %x, %c : f32
  %27 = arith.negf %c : f32
  %28 = arith.cmpf oeq, %c, %d : f32
  %29 = arith.cmpf oeq, %c, %x : f32
  %30 = arith.cmpf ult, %c, %d : f32
  %31 = arith.cmpf ult, %c, %x : f32
  %32 = arith.cmpf une, %c, %d : f32
  %33 = arith.cmpf une, %c, %x : f32
  %34 = arith.cmpf ord, %c, %d : f32
  %35 = arith.cmpf ord, %c, %x : f32
  %36 = arith.truncf %c : f32 to f16
  %37 = arith.truncf %c : f32 to bf16
  %38 = arith.extf %c : f32 to f64
  %39 = arith.extf %c : f32 to f80
  %40 = arith.extf %c : f32 to f128
  %41 = arith.fptosi %c : f32 to i1
  %42 = arith.fptoui %c : f32 to i1
  %43 = arith.fptosi %c : f32 to i8
  %44 = arith.fptoui %c : f32 to i8
  %45 = arith.fptosi %c : f32 to i32
  %46 = arith.fptoui %c : f32 to i32
  %47 = arith.fptosi %c : f32 to i64
  %48 = arith.fptoui %c : f32 to i64
  %49 = arith.fptosi %c : f32 to i128
  %50 = arith.fptoui %c : f32 to i128
  %51 = arith.bitcast %c : f32 to i32
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51) : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i1, i1, i1, i1, i1, i1, i1, i1, f16, bf16, f64, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i32) -> ()
  return
}

// -----

func.func @f(%x: f32) {
  %c = arith.constant 0xFF800000 : f32
  %d = arith.constant -2.5 : f32
  %0 = arith.addf %c, %d : f32
  %1 = arith.addf %d, %c : f32
  %2 = arith.addf %x, %c : f32
  %3 = arith.subf %c, %d : f32
  %4 = arith.subf %d, %c : f32
  %5 = arith.subf %x, %c : f32
  %6 = arith.mulf %c, %d : f32
  %7 = arith.mulf %d, %c : f32
  %8 = arith.mulf %x, %c : f32
  %9 = arith.divf %c, %d : f32
  %10 = arith.divf %d, %c : f32
  %11 = arith.divf %x, %c : f32
  %12 = arith.remf %c, %d : f32
  %13 = arith.remf %d, %c : f32
  %14 = arith.remf %x, %c : f32
  %15 = arith.maximumf %c, %d : f32
  %16 = arith.maximumf %d, %c : f32
  %17 = arith.maximumf %x, %c : f32
  %18 = arith.minimumf %c, %d : f32
  %19 = arith.minimumf %d, %c : f32
  %20 = arith.minimumf %x, %c : f32
  %21 = arith.maxnumf %c, %d : f32
  %22 = arith.maxnumf %d, %c : f32
  %23 = arith.maxnumf %x, %c : f32
  %24 = arith.minnumf %c, %d : f32
  %25 = arith.minnumf %d, %c : f32
  %26 = arith.minnumf %x, %c : f32
  %27 = arith.negf %c : f32
  %28 = arith.cmpf oeq, %c, %d : f32
  %29 = arith.cmpf oeq, %c, %x : f32
  %30 = arith.cmpf ult, %c, %d : f32
  %31 = arith.cmpf ult, %c, %x : f32
  %32 = arith.cmpf une, %c, %d : f32
  %33 = arith.cmpf une, %c, %x : f32
  %34 = arith.cmpf ord, %c, %d : f32
  %35 = arith.cmpf ord, %c, %x : f32
  %36 = arith.truncf %c : f32 to f16
  %37 = arith.truncf %c : f32 to bf16
  %38 = arith.extf %c : f32 to f64
  %39 = arith.extf %c : f32 to f80
  %40 = arith.extf %c : f32 to f128
  %41 = arith.fptosi %c : f32 to i1
  %42 = arith.fptoui %c : f32 to i1
  %43 = arith.fptosi %c : f32 to i8
  %44 = arith.fptoui %c : f32 to i8
  %45 = arith.fptosi %c : f32 to i32
  %46 = arith.fptoui %c : f32 to i32
  %47 = arith.fptosi %c : f32 to i64
  %48 = arith.fptoui %c : f32 to i64
  %49 = arith.fptosi %c : f32 to i128
  %50 = arith.fptoui %c : f32 to i128
  %51 = arith.bitcast %c : f32 to i32
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51) : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i1, i1, i1, i1, i1, i1, i1, i1, f16, bf16, f64, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i32) -> ()
  return
}

// -----

func.func @f(%x: f32) {
  %c = arith.constant 0x7FC00000 : f32
  %d = arith.constant -2.5 : f32
  %0 = arith.addf %c, %d : f32
  %1 = arith.addf %d, %c : f32
  %2 = arith.addf %x, %c : f32
  %3 = arith.subf %c, %d : f32
  %4 = arith.subf %d, %c : f32
  %5 = arith.subf %x, %c : f32
  %6 = arith.mulf %c, %d : f32
  %7 = arith.mulf %d, %c : f32
  %8 = arith.mulf %x, %c : f32
  %9 = arith.divf %c, %d : f32
  %10 = arith.divf %d, %c : f32
  %11 = arith.divf %x, %c : f32
  %12 = arith.remf %c, %d : f32
  %13 = arith.remf %d, %c : f32
  %14 = arith.remf %x, %c : f32
  %15 = arith.maximumf %c, %d : f32
  %16 = arith.maximumf %d, %c : f32
  %17 = arith.maximumf %x, %c : f32
  %18 = arith.minimumf %c, %d : f32
  %19 = arith.minimumf %d, %c : f32
  %20 = arith.minimumf %x, %c : f32
  %21 = arith.maxnumf %c, %d : f32
  %22 = arith.maxnumf %d, %c : f32
  %23 = arith.maxnumf %x, %c : f32
  %24 = arith.minnumf %c, %d : f32
  %25 = arith.minnumf %d, %c : f32
  %26 = arith.minnumf %x, %c : f32
  %27 = arith.negf %c : f32
  %28 = arith.cmpf oeq, %c, %d : f32
  %29 = arith.cmpf oeq, %c, %x : f32
  %30 = arith.cmpf ult, %c, %d : f32
  %31 = arith.cmpf ult, %c, %x : f32
  %32 = arith.cmpf une, %c, %d : f32
  %33 = arith.cmpf une, %c, %x : f32
  %34 = arith.cmpf ord, %c, %d : f32
  %35 = arith.cmpf ord, %c, %x : f32
  %36 = arith.truncf %c : f32 to f16
  %37 = arith.truncf %c : f32 to bf16
  %38 = arith.extf %c : f32 to f64
  %39 = arith.extf %c : f32 to f80
  %40 = arith.extf %c : f32 to f128
  %41 = arith.fptosi %c : f32 to i1
  %42 = arith.fptoui %c : f32 to i1
  %43 = arith.fptosi %c : f32 to i8
  %44 = arith.fptoui %c : f32 to i8
  %45 = arith.fptosi %c : f32 to i32
  %46 = arith.fptoui %c : f32 to i32
  %47 = arith.fptosi %c : f32 to i64
  %48 = arith.fptoui %c : f32 to i64
  %49 = arith.fptosi %c : f32 to i128
  %50 = arith.fptoui %c : f32 to i128
  %51 = arith.bitcast %c : f32 to i32
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51) : (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, i1, i1, i1, i1, i1, i1, i1, i1, f16, bf16, f64, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i32) -> ()
  return
}

// -----

func.func @f(%x: f64) {
  %c = arith.constant 1.1 : f64
  %d = arith.constant -2.5 : f64
  %0 = arith.addf %c, %d : f64
  %1 = arith.addf %d, %c : f64
  %2 = arith.addf %x, %c : f64
  %3 = arith.subf %c, %d : f64
  %4 = arith.subf %d, %c : f64
  %5 = arith.subf %x, %c : f64
  %6 = arith.mulf %c, %d : f64
  %7 = arith.mulf %d, %c : f64
  %8 = arith.mulf %x, %c : f64
  %9 = arith.divf %c, %d : f64
  %10 = arith.divf %d, %c : f64
  %11 = arith.divf %x, %c : f64
  %12 = arith.remf %c, %d : f64
  %13 = arith.remf %d, %c : f64
  %14 = arith.remf %x, %c : f64
  %15 = arith.maximumf %c, %d : f64
  %16 = arith.maximumf %d, %c : f64
  %17 = arith.maximumf %x, %c : f64
  %18 = arith.minimumf %c, %d : f64
  %19 = arith.minimumf %d, %c : f64
  %20 = arith.minimumf %x, %c : f64
  %21 = arith.maxnumf %c, %d : f64
  %22 = arith.maxnumf %d, %c : f64
  %23 = arith.maxnumf %x, %c : f64
  %24 = arith.minnumf %c, %d : f64
  %25 = arith.minnumf %d, %c : f64
  %26 = arith.minnumf %x, %c : f64
  %27 = arith.negf %c : f64
  %28 = arith.cmpf oeq, %c, %d : f64
  %29 = arith.cmpf oeq, %c, %x : f64
  %30 = arith.cmpf ult, %c, %d : f64
  %31 = arith.cmpf ult, %c, %x : f64
  %32 = arith.cmpf une, %c, %d : f64
  %33 = arith.cmpf une, %c, %x : f64
  %34 = arith.cmpf ord, %c, %d : f64
  %35 = arith.cmpf ord, %c, %x : f64
  %36 = arith.truncf %c : f64 to f16
  %37 = arith.truncf %c : f64 to bf16
  %38 = arith.truncf %c : f64 to f32
  %39 = arith.extf %c : f64 to f80
  %40 = arith.extf %c : f64 to f128
  %41 = arith.fptosi %c : f64 to i1
  %42 = arith.fptoui %c : f64 to i1
  %43 = arith.fptosi %c : f64 to i8
  %44 = arith.fptoui %c : f64 to i8
  %45 = arith.fptosi %c : f64 to i32
  %46 = arith.fptoui %c : f64 to i32
  %47 = arith.fptosi %c : f64 to i64
  %48 = arith.fptoui %c : f64 to i64
  %49 = arith.fptosi %c : f64 to i128
  %50 = arith.fptoui %c : f64 to i128
  %51 = arith.bitcast %c : f64 to i64
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51) : (f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, i1, i1, i1, i1, i1, i1, i1, i1, f16, bf16, f32, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i64) -> ()
  return
}

// -----

func.func @f(%x: f64) {
  %c = arith.constant -2.5 : f64
  %d = arith.constant -2.5 : f64
  %0 = arith.addf %c, %d : f64
  %1 = arith.addf %d, %c : f64
  %2 = arith.addf %x, %c : f64
  %3 = arith.subf %c, %d : f64
  %4 = arith.subf %d, %c : f64
  %5 = arith.subf %x, %c : f64
  %6 = arith.mulf %c, %d : f64
  %7 = arith.mulf %d, %c : f64
  %8 = arith.mulf %x, %c : f64
  %9 = arith.divf %c, %d : f64
  %10 = arith.divf %d, %c : f64
  %11 = arith.divf %x, %c : f64
  %12 = arith.remf %c, %d : f64
  %13 = arith.remf %d, %c : f64
  %14 = arith.remf %x, %c : f64
  %15 = arith.maximumf %c, %d : f64
  %16 = arith.maximumf %d, %c : f64
  %17 = arith.maximumf %x, %c : f64
  %18 = arith.minimumf %c, %d : f64
  %19 = arith.minimumf %d, %c : f64
  %20 = arith.minimumf %x, %c : f64
  %21 = arith.maxnumf %c, %d : f64
  %22 = arith.maxnumf %d, %c : f64
  %23 = arith.maxnumf %x, %c : f64
  %24 = arith.minnumf %c, %d : f64
  %25 = arith.minnumf %d, %c : f64
  %26 = arith.minnumf %x, %c : f64
  %27 = arith.negf %c : f64
  %28 = arith.cmpf oeq, %c, %d : f64
  %29 = arith.cmpf oeq, %c, %x : f64
  %30 = arith.cmpf ult, %c, %d : f64
  %31 = arith.cmpf ult, %c, %x : f64
  %32 = arith.cmpf une, %c, %d : f64
  %33 = arith.cmpf une, %c, %x : f64
  %34 = arith.cmpf ord, %c, %d : f64
  %35 = arith.cmpf ord, %c, %x : f64
  %36 = arith.truncf %c : f64 to f16
  %37 = arith.truncf %c : f64 to bf16
  %38 = arith.truncf %c : f64 to f32
  %39 = arith.extf %c : f64 to f80
  %40 = arith.extf %c : f64 to f128
  %41 = arith.fptosi %c : f64 to i1
  %42 = arith.fptoui %c : f64 to i1
  %43 = arith.fptosi %c : f64 to i8
  %44 = arith.fptoui %c : f64 to i8
  %45 = arith.fptosi %c : f64 to i32
  %46 = arith.fptoui %c : f64 to i32
  %47 = arith.fptosi %c : f64 to i64
  %48 = arith.fptoui %c : f64 to i64
  %49 = arith.fptosi %c : f64 to i128
  %50 = arith.fptoui %c : f64 to i128
  %51 = arith.bitcast %c : f64 to i64
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51) : (f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, i1, i1, i1, i1, i1, i1, i1, i1, f16, bf16, f32, f80, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128, i64) -> ()
  return
}

// -----

func.func @f(%x: f80) {
  %c = arith.constant 1.5 : f80
  %d = arith.constant -2.5 : f80
  %0 = arith.addf %c, %d : f80
  %1 = arith.addf %d, %c : f80
  %2 = arith.addf %x, %c : f80
  %3 = arith.subf %c, %d : f80
  %4 = arith.subf %d, %c : f80
  %5 = arith.subf %x, %c : f80
  %6 = arith.mulf %c, %d : f80
  %7 = arith.mulf %d, %c : f80
  %8 = arith.mulf %x, %c : f80
  %9 = arith.divf %c, %d : f80
  %10 = arith.divf %d, %c : f80
  %11 = arith.divf %x, %c : f80
  %12 = arith.remf %c, %d : f80
  %13 = arith.remf %d, %c : f80
  %14 = arith.remf %x, %c : f80
  %15 = arith.maximumf %c, %d : f80
  %16 = arith.maximumf %d, %c : f80
  %17 = arith.maximumf %x, %c : f80
  %18 = arith.minimumf %c, %d : f80
  %19 = arith.minimumf %d, %c : f80
  %20 = arith.minimumf %x, %c : f80
  %21 = arith.maxnumf %c, %d : f80
  %22 = arith.maxnumf %d, %c : f80
  %23 = arith.maxnumf %x, %c : f80
  %24 = arith.minnumf %c, %d : f80
  %25 = arith.minnumf %d, %c : f80
  %26 = arith.minnumf %x, %c : f80
  %27 = arith.negf %c : f80
  %28 = arith.cmpf oeq, %c, %d : f80
  %29 = arith.cmpf oeq, %c, %x : f80
  %30 = arith.cmpf ult, %c, %d : f80
  %31 = arith.cmpf ult, %c, %x : f80
  %32 = arith.cmpf une, %c, %d : f80
  %33 = arith.cmpf une, %c, %x : f80
  %34 = arith.cmpf ord, %c, %d : f80
  %35 = arith.cmpf ord, %c, %x : f80
  %36 = arith.truncf %c : f80 to f16
  %37 = arith.truncf %c : f80 to bf16
  %38 = arith.truncf %c : f80 to f32
  %39 = arith.truncf %c : f80 to f64
  %40 = arith.extf %c : f80 to f128
  %41 = arith.fptosi %c : f80 to i1
  %42 = arith.fptoui %c : f80 to i1
  %43 = arith.fptosi %c : f80 to i8
  %44 = arith.fptoui %c : f80 to i8
  %45 = arith.fptosi %c : f80 to i32
  %46 = arith.fptoui %c : f80 to i32
  %47 = arith.fptosi %c : f80 to i64
  %48 = arith.fptoui %c : f80 to i64
  %49 = arith.fptosi %c : f80 to i128
  %50 = arith.fptoui %c : f80 to i128
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50) : (f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, f80, i1, i1, i1, i1, i1, i1, i1, i1, f16, bf16, f32, f64, f128, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128) -> ()
  return
}

// -----

func.func @f(%x: f128) {
  %c = arith.constant 2.5 : f128
  %d = arith.constant -2.5 : f128
  %0 = arith.addf %c, %d : f128
  %1 = arith.addf %d, %c : f128
  %2 = arith.addf %x, %c : f128
  %3 = arith.subf %c, %d : f128
  %4 = arith.subf %d, %c : f128
  %5 = arith.subf %x, %c : f128
  %6 = arith.mulf %c, %d : f128
  %7 = arith.mulf %d, %c : f128
  %8 = arith.mulf %x, %c : f128
  %9 = arith.divf %c, %d : f128
  %10 = arith.divf %d, %c : f128
  %11 = arith.divf %x, %c : f128
  %12 = arith.remf %c, %d : f128
  %13 = arith.remf %d, %c : f128
  %14 = arith.remf %x, %c : f128
  %15 = arith.maximumf %c, %d : f128
  %16 = arith.maximumf %d, %c : f128
  %17 = arith.maximumf %x, %c : f128
  %18 = arith.minimumf %c, %d : f128
  %19 = arith.minimumf %d, %c : f128
  %20 = arith.minimumf %x, %c : f128
  %21 = arith.maxnumf %c, %d : f128
  %22 = arith.maxnumf %d, %c : f128
  %23 = arith.maxnumf %x, %c : f128
  %24 = arith.minnumf %c, %d : f128
  %25 = arith.minnumf %d, %c : f128
  %26 = arith.minnumf %x, %c : f128
  %27 = arith.negf %c : f128
  %28 = arith.cmpf oeq, %c, %d : f128
  %29 = arith.cmpf oeq, %c, %x : f128
  %30 = arith.cmpf ult, %c, %d : f128
  %31 = arith.cmpf ult, %c, %x : f128
  %32 = arith.cmpf une, %c, %d : f128
  %33 = arith.cmpf une, %c, %x : f128
  %34 = arith.cmpf ord, %c, %d : f128
  %35 = arith.cmpf ord, %c, %x : f128
  %36 = arith.truncf %c : f128 to f16
  %37 = arith.truncf %c : f128 to bf16
  %38 = arith.truncf %c : f128 to f32
  %39 = arith.truncf %c : f128 to f64
  %40 = arith.truncf %c : f128 to f80
  %41 = arith.fptosi %c : f128 to i1
  %42 = arith.fptoui %c : f128 to i1
  %43 = arith.fptosi %c : f128 to i8
  %44 = arith.fptoui %c : f128 to i8
  %45 = arith.fptosi %c : f128 to i32
  %46 = arith.fptoui %c : f128 to i32
  %47 = arith.fptosi %c : f128 to i64
  %48 = arith.fptoui %c : f128 to i64
  %49 = arith.fptosi %c : f128 to i128
  %50 = arith.fptoui %c : f128 to i128
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50) : (f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, f128, i1, i1, i1, i1, i1, i1, i1, i1, f16, bf16, f32, f64, f80, i1, i1, i8, i8, i32, i32, i64, i64, i128, i128) -> ()
  return
}

// -----

func.func @integers() {
  %c = arith.constant -9223372036854775807 : i64
  %0 = arith.sitofp %c : i64 to f32
  %1 = arith.uitofp %c : i64 to f64
  %2 = arith.sitofp %c : i64 to f16
  %3 = arith.sitofp %c : i64 to f80
  %4 = arith.bitcast %c : i64 to f64
  "test.use"(%0, %1, %2, %3, %4) : (f32, f64, f16, f80, f64) -> ()
  return
}
