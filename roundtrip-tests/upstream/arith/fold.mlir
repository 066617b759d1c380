// ARGS: -split-input-file -convert-arith-to-llvm
// ARGS: -split-input-file -convert-func-to-llvm
// ARGS: -split-input-file -convert-cf-to-llvm
// ARGS: -split-input-file -convert-arith-to-llvm=index-bitwidth=32

func.func @f(%x: i32, %y: i32, %v: vector<4xi32>) {
  %c5 = arith.constant 5 : i32
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %cv = arith.constant dense<0> : vector<4xi32>
  %0 = arith.addi %c5, %x : i32
  %1 = arith.cmpi slt, %c5, %x : i32
  %2 = arith.addi %v, %cv : vector<4xi32>
  %3 = arith.muli %v, %cv : vector<4xi32>
  %4 = arith.addi %c5, %c3 : i32
  %5 = arith.addi %x, %c0 : i32
  %6 = arith.addi %5, %4 : i32
  %7 = arith.addi %0, %c5 : i32
  %8 = arith.cmpi eq, %x, %x : i32
  return
}

// -----

func.func @t(%a: tensor<4xi32>, %i: index, %v: vector<f32>, %h: f8E5M2, %m: memref<4xi32>, %c: i1, %m2: memref<2xf32>, %vi: vector<2x3xindex>, %t: tf32) {
  %0 = arith.addi %a, %a : tensor<4xi32>
  %1 = arith.addi %i, %i overflow<nsw> : index
  %2 = arith.addf %v, %v fastmath<nnan> : vector<f32>
  %3 = arith.select %c, %m, %m : memref<4xi32>
  %4 = arith.bitcast %m : memref<4xi32> to memref<4xf32>
  %5 = arith.constant 5 : index
  %6 = arith.constant dense<3> : vector<2x2xindex>
  %7 = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %8 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %9 = arith.constant dense_resource<foo> : vector<4xf32>
  %10 = arith.index_cast %i : index to i32
  %11 = arith.index_castui %i : index to i128
  %12 = arith.index_cast %vi : vector<2x3xindex> to vector<2x3xi32>
  %13 = arith.index_castui %vi : vector<2x3xindex> to vector<2x3xi64>
  %14 = arith.extf %h : f8E5M2 to f32
  %15 = arith.truncf %t : tf32 to f16
  %16 = arith.constant 1.0 : f8E5M2
  %17 = arith.constant 1.0 : tf32
  %18 = arith.cmpi eq, %i, %i : index
  %19 = arith.cmpi ult, %vi, %vi : vector<2x3xindex>
  %20 = arith.cmpi ult, %a, %a : tensor<4xi32>
  %21 = arith.select %19, %vi, %vi : vector<2x3xi1>, vector<2x3xindex>
  %22 = arith.select %c, %vi, %vi : vector<2x3xindex>
  %23 = arith.select %c, %i, %i : index
  %24 = arith.constant dense<1.0> : vector<f32>
  %25 = arith.negf %h : f8E5M2
  %26 = arith.select %c, %a, %a : tensor<4xi32>
  %27, %28 = arith.mulsi_extended %i, %i : index
  %33 = arith.ceildivsi %i, %i : index
  %34 = arith.floordivsi %vi, %vi : vector<2x3xindex>
  %35 = arith.ceildivui %a, %a : tensor<4xi32>
  %36 = arith.scaling_extf %h, %h : f8E5M2, f8E5M2 to f32
  %37 = arith.cmpf ueq, %v, %v : vector<f32>
  %39 = arith.constant -1 : i8
  %41 = arith.select %c, %h, %h : f8E5M2
  %42 = arith.bitcast %h : f8E5M2 to i8
  %43 = arith.constant dense<1.0> : vector<2xf8E5M2>
  %44 = arith.maxnumf %h, %h : f8E5M2
  %45 = arith.cmpf ueq, %h, %h : f8E5M2
  return
}
