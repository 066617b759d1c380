// ARGS: -split-input-file

func.func @f(%a: i32, %b: tensor<4xi32>) {
  %1 = "arith.addi"(%a, %b) : (i32, tensor<4xi32>) -> i32
  return
}

// -----

func.func @f(%a: tensor<2xi32>, %b: tensor<4xi32>) {
  %1 = "arith.addi"(%a, %b) : (tensor<2xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: f32) {
  %1 = "arith.addi"(%a, %a) : (f32, f32) -> f32
  return
}

// -----

func.func @f(%a: f32) {
  %1 = arith.addi %a, %a : f32
  return
}

// -----

func.func @f(%a: f32) {
  %1 = arith.extf %a : f32 to f16
  return
}

// -----

func.func @f(%a: f32) {
  %1 = arith.extf %a : f32 to vector<4xf64>
  return
}

// -----

func.func @f(%a: vector<4xf32>) {
  %1 = arith.extf %a : vector<4xf32> to vector<3xf64>
  return
}

// -----

func.func @f(%a: i32) {
  %1 = arith.extsi %a : i32 to i16
  return
}

// -----

func.func @f(%a: i32) {
  %1 = arith.trunci %a : i32 to i64
  return
}

// -----

func.func @f(%a: i32) {
  %1 = arith.index_cast %a : i32 to i64
  return
}

// -----

func.func @f(%a: i32) {
  %1 = arith.bitcast %a : i32 to i64
  return
}

// -----

func.func @f(%a: i32) {
  %1 = arith.cmpi foo, %a, %a : i64
  return
}

// -----

func.func @f(%a: i32) {
  %1 = "arith.cmpi"(%a, %a) <{predicate = 99 : i64}> : (i32, i32) -> i1
  return
}

// -----

func.func @f(%a: i32) {
  %1 = "arith.cmpi"(%a, %a) <{predicate = 9 : i64}> : (i32, i32) -> i32
  return
}

// -----

func.func @f(%a: vector<4xi1>, %b: i32) {
  %1 = arith.select %a, %b, %b : i32
  return
}

// -----

func.func @f(%a: i1, %b: i32) {
  %1 = arith.select %a, %b, %b : i1, i32
  return
}

// -----

func.func @f(%a: vector<4xi1>, %b: vector<3xi32>) {
  %1 = arith.select %a, %b, %b : vector<4xi1>, vector<3xi32>
  return
}

// -----

func.func @f() {
  %1 = arith.constant 1 : si32
  return
}

// -----

func.func @f() {
  %1 = arith.constant dense<1> : vector<[4]xi32>
  return
}

// -----

func.func @f() {
  %1 = arith.constant dense<[1,2,3,4]> : vector<[4]xi32>
  return
}

// -----

func.func @f() {
  %1 = "arith.constant"() {value = 1 : i32} : () -> i64
  return
}

// -----

func.func @f() {
  %1 = arith.constant "a"
  return
}

// -----

func.func @f() {
  %1 = arith.constant unit
  return
}

// -----

func.func @f() {
  %1 = arith.constant @f
  return
}

// -----

func.func @f(%a: i32) {
  %1 = arith.addi %a, %a fastmath<fast> : i32
  return
}

// -----

func.func @f(%a: f32) {
  %1 = arith.truncf %a foo : f32 to f16
  return
}

// -----

func.func @f(%a: i32) {
  %1 = arith.sitofp %a : i32 to tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<*xi32>) {
  %1 = arith.sitofp %a : tensor<*xi32> to tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<?xi32>) {
  %1 = arith.sitofp %a : tensor<?xi32> to tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  %1 = arith.sitofp %a : tensor<4xi32> to vector<4xf32>
  return
}

// -----

func.func @f(%a: f32, %b: f32) {
  %1 = arith.scaling_extf %a, %b : f32, f32 to f16
  return
}

// -----

func.func @f(%a: memref<4xi32>) {
  %1 = arith.bitcast %a : memref<4xi32> to memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xi32>) {
  %1 = arith.index_cast %a : memref<4xi32> to memref<4xindex>
  return
}

// -----

func.func @f(%a: memref<4xi32>) {
  %1 = arith.index_cast %a : memref<4xi32> to memref<5xindex>
  return
}

// -----

func.func @f(%a: vector<4xi32>, %b: vector<[4]xi32>) {
  %1 = "arith.addi"(%a, %b) : (vector<4xi32>, vector<[4]xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a: vector<4xi32>, %b: tensor<4xi32>) {
  %1 = "arith.addi"(%a, %b) : (vector<4xi32>, tensor<4xi32>) -> vector<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<*xi32>) {
  %1 = "arith.addi"(%a, %b) : (tensor<4xi32>, tensor<*xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<*xi32>) {
  %1 = "arith.addi"(%b, %a) : (tensor<*xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<*xi32>) {
  %1 = "arith.addi"(%a, %a) : (tensor<4xi32>, tensor<4xi32>) -> tensor<*xi32>
  return
}

// -----

func.func @f(%a: vector<4xi32>) {
  %1 = arith.extsi %a : vector<4xi32> to vector<[4]xi64>
  return
}

// -----

func.func @f(%a: vector<4xi32>) {
  %1 = arith.extsi %a : vector<4xi32> to tensor<4xi64>
  return
}

// -----

func.func @f(%a: tensor<*xi32>) {
  %1 = arith.extsi %a : tensor<*xi32> to vector<4xi64>
  return
}

// -----

func.func @f(%a: tensor<*xi32>) {
  %1 = arith.extsi %a : tensor<*xi32> to tensor<*xi64>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  %1 = arith.scaling_extf %a, %a : tensor<f32>, tensor<f32> to tensor<f64>
  return
}

// -----

func.func @f(%a: tensor<f32>, %b: f32) {
  %1 = arith.scaling_extf %a, %b : tensor<f32>, f32 to tensor<f64>
  return
}

// -----

func.func @f(%a: f32, %b: vector<4xf32>) {
  %1 = arith.scaling_extf %a, %b : f32, vector<4xf32> to f64
  return
}

// -----

func.func @f(%b: vector<4xf32>) {
  %1 = arith.scaling_extf %b, %b : vector<4xf32>, vector<4xf32> to f64
  return
}

// -----

func.func @f(%b: vector<4xf32>) {
  %1 = arith.scaling_extf %b, %b : vector<4xf32>, vector<4xf32> to vector<5xf64>
  return
}

// -----

func.func @f(%b: f32) {
  %1 = arith.scaling_extf %b, %b : f32, f32 to vector<5xf64>
  return
}

// -----

func.func @f(%b: vector<5xf32>, %a: i1) {
  %1 = "arith.select"(%a, %b, %b) : (i1, vector<5xf32>, vector<5xf32>) -> vector<5xf32>
  return
}

// -----

func.func @f(%a: i32, %b: vector<4xi1>) {
  %1, %2 = arith.addui_extended %a, %a : i32, vector<4xi1>
  return
}

// -----

func.func @f(%a: vector<4xi32>, %b: vector<4xi1>) {
  %1, %2 = arith.addui_extended %a, %a : vector<4xi32>, i1
  return
}

// -----

func.func @f(%a: vector<4xi32>, %b: vector<4xi1>) {
  %1, %2 = arith.addui_extended %a, %a : vector<4xi32>, vector<5xi1>
  return
}

// -----

func.func @f(%a: i32, %b: i32) {
  %1, %2 = arith.addui_extended %a, %a : i32, i32
  return
}

// -----

func.func @f(%a: i32) {
  %1, %2 = "arith.addui_extended"(%a, %a) : (i32, i32) -> (i64, i1)
  return
}

// -----

func.func @f(%a: index) {
  %1 = arith.extsi %a : index to i64
  return
}

// -----

func.func @f(%a: f32) {
  %1 = arith.fptosi %a : f32 to index
  return
}

// -----

func.func @f(%a: vector<4xi32>) {
  %1 = arith.constant 3 : vector<4xi32>
  return
}

// -----

func.func @f(%a: vector<4xi32>) {
  %1 = arith.constant dense_resource<a> : tensor<4xi32>
  return
}

// -----

func.func @f(%a: i1, %t: vector<4xi1>, %u: memref<4xi1>) {
  %0 = arith.select %a, %u, %u : memref<4xi1>  %1 = arith.select %t, %t, %t : vector<4xi1>, vector<4xi1>
  return
}

// -----

func.func @f(%a: tensor<?xi1>, %t: tensor<4xi32>) {
  %0 = arith.select %a, %t, %t : tensor<?xi1>, tensor<4xi32>
  return
}

// -----

func.func @f(%a: vector<4xi1>, %t: tensor<4xi32>) {
  %0 = arith.select %a, %t, %t : vector<4xi1>, tensor<4xi32>
  return
}

// -----

func.func @f(%a: i1) {
  %0 = arith.select %a, %a : i1
  return
}

// -----

func.func @f(%a: i1) {
  %0 = arith.select %a, %a, %a i1
  return
}

// -----

func.func @f(%a: f80, %b: f8E5M2) {
  %0 = arith.extf %b : f8E5M2 to f80 %1 = arith.truncf %a : f80 to tf32
  return
}

// -----

func.func @f(%a: f32) {
  %0 = arith.cmpf foo, %a, %a : f32
  return
}

// -----

func.func @f(%a: f32) {
  %0 = arith.cmpf "olt", %a, %a fastmath<contract> : f32
  return
}

// -----

func.func @f(%a: tensor<?xf32>) {
  %0 = arith.cmpf true, %a, %a fastmath<contract> {a = 3} : tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<*xf32>) {
  %0 = arith.cmpf true, %a, %a : tensor<*xf32>
  return
}

// -----

func.func @f(%a: f32) {
  %0 = arith.truncf %a downward fastmath<fast> {b} : f32 to bf16
  return
}

// -----

func.func @f(%a: i32) {
  %0 = "arith.addi"(%a, %a) {overflowFlags = #arith.overflow<nsw>, foo} : (i32, i32) -> i32
  return
}

// -----

func.func @f(%a: i32) {
  %0 = "arith.addi"(%a, %a) <{overflowFlags = #arith.fastmath<fast>}> : (i32, i32) -> i32
  return
}

// -----

func.func @f(%a: i32) {
  %0 = "arith.addi"(%a) : (i32) -> i32
  return
}

// -----

func.func @f(%a: i32) {
  %0 = arith.divui %a, %a exact {a} : i32 %1 = arith.shrsi %a, %a exact : i32
  return
}

// -----

func.func @f(%a: i32) -> i32 {
  %low, %h = arith.mulsi_extended %a, %a : i32 return %h : i32 }

// -----

func.func @f(%a: i32) -> i32 {
  %s:2 = arith.mulsi_extended %a, %a : i32 return %s#1 : i32 }

// -----

func.func @f(%a: i32) -> i32 {
  %s:3 = arith.mulsi_extended %a, %a : i32 return %s#1 : i32 }

// -----

func.func @f() -> i32 {
  %c = arith.constant -0.0 : f32 %d = arith.constant 0x7FC00000 : f32  %e = arith.constant 5 : i32 return %e : i32 }

// -----

func.func @f() {
  %c = arith.constant 5 : index %d = arith.constant 12345678901234567890123 : i77
  return
}
