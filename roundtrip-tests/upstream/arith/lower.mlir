// ARGS: -split-input-file -convert-arith-to-llvm
// ARGS: -split-input-file -convert-arith-to-llvm=index-bitwidth=32
// ARGS: -split-input-file
// ARGS: -split-input-file -mlir-print-op-generic

func.func @i(%a: i32, %b: i32) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> {x} : i32
  %1 = arith.subi %a, %b : i32
  %2 = arith.muli %a, %b : i32
  %3 = arith.divsi %a, %b exact : i32
  %4 = arith.divui %a, %b exact : i32
  %5 = arith.remsi %a, %b : i32
  %6 = arith.remui %a, %b : i32
  %7 = arith.andi %a, %b : i32
  %8 = arith.ori %a, %b : i32
  %9 = arith.xori %a, %b : i32
  %10 = arith.shli %a, %b overflow<nsw> : i32
  %11 = arith.shrsi %a, %b exact : i32
  %12 = arith.shrui %a, %b : i32
  %13 = arith.maxsi %a, %b : i32
  %14 = arith.maxui %a, %b : i32
  %15 = arith.minsi %a, %b : i32
  %16 = arith.minui %a, %b {y} : i32
  %17 = arith.ceildivsi %a, %b : i32
  %18 = arith.ceildivui %a, %b : i32
  %19 = arith.floordivsi %a, %b : i32
  %20, %21 = arith.addui_extended %a, %b {z} : i32, i1
  %22, %23 = arith.mulsi_extended %a, %b {z} : i32
  %24, %25 = arith.mului_extended %a, %b : i32
  %26 = arith.cmpi slt, %a, %b {q} : i32
  %27 = arith.select %26, %a, %b {q}: i32
  %28 = arith.extsi %a {q} : i32 to i64
  %29 = arith.extui %a : i32 to i64
  %30 = arith.trunci %a overflow<nsw> {q} : i32 to i16
  %31 = arith.sitofp %a {q} : i32 to f64
  %32 = arith.uitofp %a : i32 to f64
  %33 = arith.bitcast %a {q} : i32 to f32
  %34 = arith.index_cast %a {q} : i32 to index
  %35 = arith.index_castui %a {q} : i32 to index
  %36 = arith.index_cast %34 {q} : index to i8
  %37 = arith.index_castui %35 {q} : index to i64
  %38 = arith.index_cast %35 {q} : index to i64
  %39 = arith.constant {q} 5 : i32
  return
}
func.func @f(%a: f32, %b: f32) {
  %0 = arith.addf %a, %b fastmath<fast> {x} : f32
  %1 = arith.subf %a, %b fastmath<nnan,contract> : f32
  %2 = arith.mulf %a, %b : f32
  %3 = arith.divf %a, %b : f32
  %4 = arith.remf %a, %b : f32
  %5 = arith.negf %a fastmath<nnan> : f32
  %6 = arith.maximumf %a, %b fastmath<nnan> : f32
  %7 = arith.maxnumf %a, %b fastmath<nnan> : f32
  %8 = arith.minimumf %a, %b : f32
  %9 = arith.minnumf %a, %b : f32
  %10 = arith.cmpf olt, %a, %b fastmath<nnan> {x} : f32
  %11 = arith.cmpf true, %a, %b : f32
  %12 = arith.extf %a fastmath<nnan> {q} : f32 to f64
  %13 = arith.truncf %a {q} : f32 to f16
  %14 = arith.truncf %a toward_zero fastmath<nnan> {q} : f32 to f16
  %15 = arith.truncf %a to_nearest_away fastmath<nnan> : f32 to f16
  %16 = arith.fptosi %a {q} : f32 to i64
  %17 = arith.fptoui %a : f32 to i64
  %18 = arith.constant 1.0 : f32
  return
}

// -----

func.func @i(%a: vector<4xi32>, %b: vector<4xi32>) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> {x} : vector<4xi32>
  %1 = arith.subi %a, %b : vector<4xi32>
  %2 = arith.muli %a, %b : vector<4xi32>
  %3 = arith.divsi %a, %b exact : vector<4xi32>
  %4 = arith.divui %a, %b exact : vector<4xi32>
  %5 = arith.remsi %a, %b : vector<4xi32>
  %6 = arith.remui %a, %b : vector<4xi32>
  %7 = arith.andi %a, %b : vector<4xi32>
  %8 = arith.ori %a, %b : vector<4xi32>
  %9 = arith.xori %a, %b : vector<4xi32>
  %10 = arith.shli %a, %b overflow<nsw> : vector<4xi32>
  %11 = arith.shrsi %a, %b exact : vector<4xi32>
  %12 = arith.shrui %a, %b : vector<4xi32>
  %13 = arith.maxsi %a, %b : vector<4xi32>
  %14 = arith.maxui %a, %b : vector<4xi32>
  %15 = arith.minsi %a, %b : vector<4xi32>
  %16 = arith.minui %a, %b {y} : vector<4xi32>
  %17 = arith.ceildivsi %a, %b : vector<4xi32>
  %18 = arith.ceildivui %a, %b : vector<4xi32>
  %19 = arith.floordivsi %a, %b : vector<4xi32>
  %20, %21 = arith.addui_extended %a, %b {z} : vector<4xi32>, vector<4xi1>
  %22, %23 = arith.mulsi_extended %a, %b {z} : vector<4xi32>
  %24, %25 = arith.mului_extended %a, %b : vector<4xi32>
  %26 = arith.cmpi slt, %a, %b {q} : vector<4xi32>
  %27 = arith.select %26, %a, %b {q}: vector<4xi1>, vector<4xi32>
  %28 = arith.extsi %a {q} : vector<4xi32> to vector<4xi64>
  %29 = arith.extui %a : vector<4xi32> to vector<4xi64>
  %30 = arith.trunci %a overflow<nsw> {q} : vector<4xi32> to vector<4xi16>
  %31 = arith.sitofp %a {q} : vector<4xi32> to vector<4xf64>
  %32 = arith.uitofp %a : vector<4xi32> to vector<4xf64>
  %33 = arith.bitcast %a {q} : vector<4xi32> to vector<4xf32>
  %34 = arith.index_cast %a {q} : vector<4xi32> to vector<4xindex>
  %35 = arith.index_castui %a {q} : vector<4xi32> to vector<4xindex>
  %36 = arith.index_cast %34 {q} : vector<4xindex> to vector<4xi8>
  %37 = arith.index_castui %35 {q} : vector<4xindex> to vector<4xi64>
  %38 = arith.index_cast %35 {q} : vector<4xindex> to vector<4xi64>
  %39 = arith.constant {q} dense<5> : vector<4xi32>
  return
}
func.func @f(%a: vector<4xf32>, %b: vector<4xf32>) {
  %0 = arith.addf %a, %b fastmath<fast> {x} : vector<4xf32>
  %1 = arith.subf %a, %b fastmath<nnan,contract> : vector<4xf32>
  %2 = arith.mulf %a, %b : vector<4xf32>
  %3 = arith.divf %a, %b : vector<4xf32>
  %4 = arith.remf %a, %b : vector<4xf32>
  %5 = arith.negf %a fastmath<nnan> : vector<4xf32>
  %6 = arith.maximumf %a, %b fastmath<nnan> : vector<4xf32>
  %7 = arith.maxnumf %a, %b fastmath<nnan> : vector<4xf32>
  %8 = arith.minimumf %a, %b : vector<4xf32>
  %9 = arith.minnumf %a, %b : vector<4xf32>
  %10 = arith.cmpf olt, %a, %b fastmath<nnan> {x} : vector<4xf32>
  %11 = arith.cmpf true, %a, %b : vector<4xf32>
  %12 = arith.extf %a fastmath<nnan> {q} : vector<4xf32> to vector<4xf64>
  %13 = arith.truncf %a {q} : vector<4xf32> to vector<4xf16>
  %14 = arith.truncf %a toward_zero fastmath<nnan> {q} : vector<4xf32> to vector<4xf16>
  %15 = arith.truncf %a to_nearest_away fastmath<nnan> : vector<4xf32> to vector<4xf16>
  %16 = arith.fptosi %a {q} : vector<4xf32> to vector<4xi64>
  %17 = arith.fptoui %a : vector<4xf32> to vector<4xi64>
  %18 = arith.constant dense<1.0> : vector<4xf32>
  return
}

// -----

func.func @i(%a: vector<2x3xi32>, %b: vector<2x3xi32>) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> {x} : vector<2x3xi32>
  %1 = arith.subi %a, %b : vector<2x3xi32>
  %2 = arith.muli %a, %b : vector<2x3xi32>
  %3 = arith.divsi %a, %b exact : vector<2x3xi32>
  %4 = arith.divui %a, %b exact : vector<2x3xi32>
  %5 = arith.remsi %a, %b : vector<2x3xi32>
  %6 = arith.remui %a, %b : vector<2x3xi32>
  %7 = arith.andi %a, %b : vector<2x3xi32>
  %8 = arith.ori %a, %b : vector<2x3xi32>
  %9 = arith.xori %a, %b : vector<2x3xi32>
  %10 = arith.shli %a, %b overflow<nsw> : vector<2x3xi32>
  %11 = arith.shrsi %a, %b exact : vector<2x3xi32>
  %12 = arith.shrui %a, %b : vector<2x3xi32>
  %13 = arith.maxsi %a, %b : vector<2x3xi32>
  %14 = arith.maxui %a, %b : vector<2x3xi32>
  %15 = arith.minsi %a, %b : vector<2x3xi32>
  %16 = arith.minui %a, %b {y} : vector<2x3xi32>
  %17 = arith.ceildivsi %a, %b : vector<2x3xi32>
  %18 = arith.ceildivui %a, %b : vector<2x3xi32>
  %19 = arith.floordivsi %a, %b : vector<2x3xi32>
  %20, %21 = arith.addui_extended %a, %b {z} : vector<2x3xi32>, vector<2x3xi1>
  %22, %23 = arith.mulsi_extended %a, %b {z} : vector<2x3xi32>
  %24, %25 = arith.mului_extended %a, %b : vector<2x3xi32>
  %26 = arith.cmpi slt, %a, %b {q} : vector<2x3xi32>
  %27 = arith.select %26, %a, %b {q}: vector<2x3xi1>, vector<2x3xi32>
  %28 = arith.extsi %a {q} : vector<2x3xi32> to vector<2x3xi64>
  %29 = arith.extui %a : vector<2x3xi32> to vector<2x3xi64>
  %30 = arith.trunci %a overflow<nsw> {q} : vector<2x3xi32> to vector<2x3xi16>
  %31 = arith.sitofp %a {q} : vector<2x3xi32> to vector<2x3xf64>
  %32 = arith.uitofp %a : vector<2x3xi32> to vector<2x3xf64>
  %33 = arith.bitcast %a {q} : vector<2x3xi32> to vector<2x3xf32>
  %34 = arith.index_cast %a {q} : vector<2x3xi32> to vector<2x3xindex>
  %35 = arith.index_castui %a {q} : vector<2x3xi32> to vector<2x3xindex>
  %36 = arith.index_cast %34 {q} : vector<2x3xindex> to vector<2x3xi8>
  %37 = arith.index_castui %35 {q} : vector<2x3xindex> to vector<2x3xi64>
  %38 = arith.index_cast %35 {q} : vector<2x3xindex> to vector<2x3xi64>
  %39 = arith.constant {q} dense<5> : vector<2x3xi32>
  return
}
func.func @f(%a: vector<2x3xf32>, %b: vector<2x3xf32>) {
  %0 = arith.addf %a, %b fastmath<fast> {x} : vector<2x3xf32>
  %1 = arith.subf %a, %b fastmath<nnan,contract> : vector<2x3xf32>
  %2 = arith.mulf %a, %b : vector<2x3xf32>
  %3 = arith.divf %a, %b : vector<2x3xf32>
  %4 = arith.remf %a, %b : vector<2x3xf32>
  %5 = arith.negf %a fastmath<nnan> : vector<2x3xf32>
  %6 = arith.maximumf %a, %b fastmath<nnan> : vector<2x3xf32>
  %7 = arith.maxnumf %a, %b fastmath<nnan> : vector<2x3xf32>
  %8 = arith.minimumf %a, %b : vector<2x3xf32>
  %9 = arith.minnumf %a, %b : vector<2x3xf32>
  %10 = arith.cmpf olt, %a, %b fastmath<nnan> {x} : vector<2x3xf32>
  %11 = arith.cmpf true, %a, %b : vector<2x3xf32>
  %12 = arith.extf %a fastmath<nnan> {q} : vector<2x3xf32> to vector<2x3xf64>
  %13 = arith.truncf %a {q} : vector<2x3xf32> to vector<2x3xf16>
  %14 = arith.truncf %a toward_zero fastmath<nnan> {q} : vector<2x3xf32> to vector<2x3xf16>
  %15 = arith.truncf %a to_nearest_away fastmath<nnan> : vector<2x3xf32> to vector<2x3xf16>
  %16 = arith.fptosi %a {q} : vector<2x3xf32> to vector<2x3xi64>
  %17 = arith.fptoui %a : vector<2x3xf32> to vector<2x3xi64>
  %18 = arith.constant dense<1.0> : vector<2x3xf32>
  return
}

// -----

func.func @i(%a: vector<[4]xi32>, %b: vector<[4]xi32>) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> {x} : vector<[4]xi32>
  %1 = arith.subi %a, %b : vector<[4]xi32>
  %2 = arith.muli %a, %b : vector<[4]xi32>
  %3 = arith.divsi %a, %b exact : vector<[4]xi32>
  %4 = arith.divui %a, %b exact : vector<[4]xi32>
  %5 = arith.remsi %a, %b : vector<[4]xi32>
  %6 = arith.remui %a, %b : vector<[4]xi32>
  %7 = arith.andi %a, %b : vector<[4]xi32>
  %8 = arith.ori %a, %b : vector<[4]xi32>
  %9 = arith.xori %a, %b : vector<[4]xi32>
  %10 = arith.shli %a, %b overflow<nsw> : vector<[4]xi32>
  %11 = arith.shrsi %a, %b exact : vector<[4]xi32>
  %12 = arith.shrui %a, %b : vector<[4]xi32>
  %13 = arith.maxsi %a, %b : vector<[4]xi32>
  %14 = arith.maxui %a, %b : vector<[4]xi32>
  %15 = arith.minsi %a, %b : vector<[4]xi32>
  %16 = arith.minui %a, %b {y} : vector<[4]xi32>
  %17 = arith.ceildivsi %a, %b : vector<[4]xi32>
  %18 = arith.ceildivui %a, %b : vector<[4]xi32>
  %19 = arith.floordivsi %a, %b : vector<[4]xi32>
  %20, %21 = arith.addui_extended %a, %b {z} : vector<[4]xi32>, vector<[4]xi1>
  %26 = arith.cmpi slt, %a, %b {q} : vector<[4]xi32>
  %27 = arith.select %26, %a, %b {q}: vector<[4]xi1>, vector<[4]xi32>
  %28 = arith.extsi %a {q} : vector<[4]xi32> to vector<[4]xi64>
  %29 = arith.extui %a : vector<[4]xi32> to vector<[4]xi64>
  %30 = arith.trunci %a overflow<nsw> {q} : vector<[4]xi32> to vector<[4]xi16>
  %31 = arith.sitofp %a {q} : vector<[4]xi32> to vector<[4]xf64>
  %32 = arith.uitofp %a : vector<[4]xi32> to vector<[4]xf64>
  %33 = arith.bitcast %a {q} : vector<[4]xi32> to vector<[4]xf32>
  %34 = arith.index_cast %a {q} : vector<[4]xi32> to vector<[4]xindex>
  %35 = arith.index_castui %a {q} : vector<[4]xi32> to vector<[4]xindex>
  %36 = arith.index_cast %34 {q} : vector<[4]xindex> to vector<[4]xi8>
  %37 = arith.index_castui %35 {q} : vector<[4]xindex> to vector<[4]xi64>
  %38 = arith.index_cast %35 {q} : vector<[4]xindex> to vector<[4]xi64>
  %39 = arith.constant {q} dense<5> : vector<[4]xi32>
  return
}
func.func @f(%a: vector<[4]xf32>, %b: vector<[4]xf32>) {
  %0 = arith.addf %a, %b fastmath<fast> {x} : vector<[4]xf32>
  %1 = arith.subf %a, %b fastmath<nnan,contract> : vector<[4]xf32>
  %2 = arith.mulf %a, %b : vector<[4]xf32>
  %3 = arith.divf %a, %b : vector<[4]xf32>
  %4 = arith.remf %a, %b : vector<[4]xf32>
  %5 = arith.negf %a fastmath<nnan> : vector<[4]xf32>
  %6 = arith.maximumf %a, %b fastmath<nnan> : vector<[4]xf32>
  %7 = arith.maxnumf %a, %b fastmath<nnan> : vector<[4]xf32>
  %8 = arith.minimumf %a, %b : vector<[4]xf32>
  %9 = arith.minnumf %a, %b : vector<[4]xf32>
  %10 = arith.cmpf olt, %a, %b fastmath<nnan> {x} : vector<[4]xf32>
  %11 = arith.cmpf true, %a, %b : vector<[4]xf32>
  %12 = arith.extf %a fastmath<nnan> {q} : vector<[4]xf32> to vector<[4]xf64>
  %13 = arith.truncf %a {q} : vector<[4]xf32> to vector<[4]xf16>
  %14 = arith.truncf %a toward_zero fastmath<nnan> {q} : vector<[4]xf32> to vector<[4]xf16>
  %15 = arith.truncf %a to_nearest_away fastmath<nnan> : vector<[4]xf32> to vector<[4]xf16>
  %16 = arith.fptosi %a {q} : vector<[4]xf32> to vector<[4]xi64>
  %17 = arith.fptoui %a : vector<[4]xf32> to vector<[4]xi64>
  %18 = arith.constant dense<1.0> : vector<[4]xf32>
  return
}

// -----

func.func @i(%a: vector<2x[4]xi32>, %b: vector<2x[4]xi32>) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> {x} : vector<2x[4]xi32>
  %1 = arith.subi %a, %b : vector<2x[4]xi32>
  %2 = arith.muli %a, %b : vector<2x[4]xi32>
  %3 = arith.divsi %a, %b exact : vector<2x[4]xi32>
  %4 = arith.divui %a, %b exact : vector<2x[4]xi32>
  %5 = arith.remsi %a, %b : vector<2x[4]xi32>
  %6 = arith.remui %a, %b : vector<2x[4]xi32>
  %7 = arith.andi %a, %b : vector<2x[4]xi32>
  %8 = arith.ori %a, %b : vector<2x[4]xi32>
  %9 = arith.xori %a, %b : vector<2x[4]xi32>
  %10 = arith.shli %a, %b overflow<nsw> : vector<2x[4]xi32>
  %11 = arith.shrsi %a, %b exact : vector<2x[4]xi32>
  %12 = arith.shrui %a, %b : vector<2x[4]xi32>
  %13 = arith.maxsi %a, %b : vector<2x[4]xi32>
  %14 = arith.maxui %a, %b : vector<2x[4]xi32>
  %15 = arith.minsi %a, %b : vector<2x[4]xi32>
  %16 = arith.minui %a, %b {y} : vector<2x[4]xi32>
  %17 = arith.ceildivsi %a, %b : vector<2x[4]xi32>
  %18 = arith.ceildivui %a, %b : vector<2x[4]xi32>
  %19 = arith.floordivsi %a, %b : vector<2x[4]xi32>
  %20, %21 = arith.addui_extended %a, %b {z} : vector<2x[4]xi32>, vector<2x[4]xi1>
  %26 = arith.cmpi slt, %a, %b {q} : vector<2x[4]xi32>
  %27 = arith.select %26, %a, %b {q}: vector<2x[4]xi1>, vector<2x[4]xi32>
  %28 = arith.extsi %a {q} : vector<2x[4]xi32> to vector<2x[4]xi64>
  %29 = arith.extui %a : vector<2x[4]xi32> to vector<2x[4]xi64>
  %30 = arith.trunci %a overflow<nsw> {q} : vector<2x[4]xi32> to vector<2x[4]xi16>
  %31 = arith.sitofp %a {q} : vector<2x[4]xi32> to vector<2x[4]xf64>
  %32 = arith.uitofp %a : vector<2x[4]xi32> to vector<2x[4]xf64>
  %33 = arith.bitcast %a {q} : vector<2x[4]xi32> to vector<2x[4]xf32>
  %34 = arith.index_cast %a {q} : vector<2x[4]xi32> to vector<2x[4]xindex>
  %35 = arith.index_castui %a {q} : vector<2x[4]xi32> to vector<2x[4]xindex>
  %36 = arith.index_cast %34 {q} : vector<2x[4]xindex> to vector<2x[4]xi8>
  %37 = arith.index_castui %35 {q} : vector<2x[4]xindex> to vector<2x[4]xi64>
  %38 = arith.index_cast %35 {q} : vector<2x[4]xindex> to vector<2x[4]xi64>
  %39 = arith.constant {q} dense<5> : vector<2x[4]xi32>
  return
}
func.func @f(%a: vector<2x[4]xf32>, %b: vector<2x[4]xf32>) {
  %0 = arith.addf %a, %b fastmath<fast> {x} : vector<2x[4]xf32>
  %1 = arith.subf %a, %b fastmath<nnan,contract> : vector<2x[4]xf32>
  %2 = arith.mulf %a, %b : vector<2x[4]xf32>
  %3 = arith.divf %a, %b : vector<2x[4]xf32>
  %4 = arith.remf %a, %b : vector<2x[4]xf32>
  %5 = arith.negf %a fastmath<nnan> : vector<2x[4]xf32>
  %6 = arith.maximumf %a, %b fastmath<nnan> : vector<2x[4]xf32>
  %7 = arith.maxnumf %a, %b fastmath<nnan> : vector<2x[4]xf32>
  %8 = arith.minimumf %a, %b : vector<2x[4]xf32>
  %9 = arith.minnumf %a, %b : vector<2x[4]xf32>
  %10 = arith.cmpf olt, %a, %b fastmath<nnan> {x} : vector<2x[4]xf32>
  %11 = arith.cmpf true, %a, %b : vector<2x[4]xf32>
  %12 = arith.extf %a fastmath<nnan> {q} : vector<2x[4]xf32> to vector<2x[4]xf64>
  %13 = arith.truncf %a {q} : vector<2x[4]xf32> to vector<2x[4]xf16>
  %14 = arith.truncf %a toward_zero fastmath<nnan> {q} : vector<2x[4]xf32> to vector<2x[4]xf16>
  %15 = arith.truncf %a to_nearest_away fastmath<nnan> : vector<2x[4]xf32> to vector<2x[4]xf16>
  %16 = arith.fptosi %a {q} : vector<2x[4]xf32> to vector<2x[4]xi64>
  %17 = arith.fptoui %a : vector<2x[4]xf32> to vector<2x[4]xi64>
  %18 = arith.constant dense<1.0> : vector<2x[4]xf32>
  return
}

// -----

func.func @i(%a: vector<1x2x2xi32>, %b: vector<1x2x2xi32>) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> {x} : vector<1x2x2xi32>
  %1 = arith.subi %a, %b : vector<1x2x2xi32>
  %2 = arith.muli %a, %b : vector<1x2x2xi32>
  %3 = arith.divsi %a, %b exact : vector<1x2x2xi32>
  %4 = arith.divui %a, %b exact : vector<1x2x2xi32>
  %5 = arith.remsi %a, %b : vector<1x2x2xi32>
  %6 = arith.remui %a, %b : vector<1x2x2xi32>
  %7 = arith.andi %a, %b : vector<1x2x2xi32>
  %8 = arith.ori %a, %b : vector<1x2x2xi32>
  %9 = arith.xori %a, %b : vector<1x2x2xi32>
  %10 = arith.shli %a, %b overflow<nsw> : vector<1x2x2xi32>
  %11 = arith.shrsi %a, %b exact : vector<1x2x2xi32>
  %12 = arith.shrui %a, %b : vector<1x2x2xi32>
  %13 = arith.maxsi %a, %b : vector<1x2x2xi32>
  %14 = arith.maxui %a, %b : vector<1x2x2xi32>
  %15 = arith.minsi %a, %b : vector<1x2x2xi32>
  %16 = arith.minui %a, %b {y} : vector<1x2x2xi32>
  %17 = arith.ceildivsi %a, %b : vector<1x2x2xi32>
  %18 = arith.ceildivui %a, %b : vector<1x2x2xi32>
  %19 = arith.floordivsi %a, %b : vector<1x2x2xi32>
  %20, %21 = arith.addui_extended %a, %b {z} : vector<1x2x2xi32>, vector<1x2x2xi1>
  %22, %23 = arith.mulsi_extended %a, %b {z} : vector<1x2x2xi32>
  %24, %25 = arith.mului_extended %a, %b : vector<1x2x2xi32>
  %26 = arith.cmpi slt, %a, %b {q} : vector<1x2x2xi32>
  %27 = arith.select %26, %a, %b {q}: vector<1x2x2xi1>, vector<1x2x2xi32>
  %28 = arith.extsi %a {q} : vector<1x2x2xi32> to vector<1x2x2xi64>
  %29 = arith.extui %a : vector<1x2x2xi32> to vector<1x2x2xi64>
  %30 = arith.trunci %a overflow<nsw> {q} : vector<1x2x2xi32> to vector<1x2x2xi16>
  %31 = arith.sitofp %a {q} : vector<1x2x2xi32> to vector<1x2x2xf64>
  %32 = arith.uitofp %a : vector<1x2x2xi32> to vector<1x2x2xf64>
  %33 = arith.bitcast %a {q} : vector<1x2x2xi32> to vector<1x2x2xf32>
  %34 = arith.index_cast %a {q} : vector<1x2x2xi32> to vector<1x2x2xindex>
  %35 = arith.index_castui %a {q} : vector<1x2x2xi32> to vector<1x2x2xindex>
  %36 = arith.index_cast %34 {q} : vector<1x2x2xindex> to vector<1x2x2xi8>
  %37 = arith.index_castui %35 {q} : vector<1x2x2xindex> to vector<1x2x2xi64>
  %38 = arith.index_cast %35 {q} : vector<1x2x2xindex> to vector<1x2x2xi64>
  %39 = arith.constant {q} dense<5> : vector<1x2x2xi32>
  return
}
func.func @f(%a: vector<1x2x2xf32>, %b: vector<1x2x2xf32>) {
  %0 = arith.addf %a, %b fastmath<fast> {x} : vector<1x2x2xf32>
  %1 = arith.subf %a, %b fastmath<nnan,contract> : vector<1x2x2xf32>
  %2 = arith.mulf %a, %b : vector<1x2x2xf32>
  %3 = arith.divf %a, %b : vector<1x2x2xf32>
  %4 = arith.remf %a, %b : vector<1x2x2xf32>
  %5 = arith.negf %a fastmath<nnan> : vector<1x2x2xf32>
  %6 = arith.maximumf %a, %b fastmath<nnan> : vector<1x2x2xf32>
  %7 = arith.maxnumf %a, %b fastmath<nnan> : vector<1x2x2xf32>
  %8 = arith.minimumf %a, %b : vector<1x2x2xf32>
  %9 = arith.minnumf %a, %b : vector<1x2x2xf32>
  %10 = arith.cmpf olt, %a, %b fastmath<nnan> {x} : vector<1x2x2xf32>
  %11 = arith.cmpf true, %a, %b : vector<1x2x2xf32>
  %12 = arith.extf %a fastmath<nnan> {q} : vector<1x2x2xf32> to vector<1x2x2xf64>
  %13 = arith.truncf %a {q} : vector<1x2x2xf32> to vector<1x2x2xf16>
  %14 = arith.truncf %a toward_zero fastmath<nnan> {q} : vector<1x2x2xf32> to vector<1x2x2xf16>
  %15 = arith.truncf %a to_nearest_away fastmath<nnan> : vector<1x2x2xf32> to vector<1x2x2xf16>
  %16 = arith.fptosi %a {q} : vector<1x2x2xf32> to vector<1x2x2xi64>
  %17 = arith.fptoui %a : vector<1x2x2xf32> to vector<1x2x2xi64>
  %18 = arith.constant dense<1.0> : vector<1x2x2xf32>
  return
}
