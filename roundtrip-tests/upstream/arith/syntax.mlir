// ARGS: 
// ARGS: -mlir-print-op-generic

func.func @f(%p: i1, %t: tensor<?xf32>) {
  %0 = arith.constant 0 : i32
  %1 = arith.constant -5 : index
  %2 = arith.constant 1.5 : f32
  %3 = arith.constant true
  %4 = arith.constant false
  %5 = arith.constant dense<1> : vector<4xi32>
  %6 = arith.constant -5 : i8
  %7 = arith.constant 1 : i1
  %13 = arith.muli %0, %0 : i32
  %c:2 = arith.mulsi_extended %0, %0 : i32
  %d, %e = arith.mulsi_extended %0, %0 : i32
  %15 = arith.constant 340282366920938463463374607431768211455 : i128
  %16 = arith.constant dense<0.0> : tensor<4xf32>
  %18 = arith.constant 5 : i64
  %21 = arith.constant {a = 1} 5 : i64
  %23 = arith.constant 1.0 : bf16
  %24 = arith.addi %0, %0 overflow<nsw, nuw> {x} : i32
  %25 = arith.addi %0, %0 overflow<none> {x} : i32
  %29 = arith.select %p, %0, %0 : i32
  %30 = arith.select %p, %t, %t {a} : tensor<?xf32>
  %31 = arith.divsi %0, %0 exact : i32
  cf.switch %0 : i32, [ default: ^bb1, 1: ^bb2(%0 : i32), 2: ^bb1 ] {x}
^bb1:
  cf.switch %0 : i32, [ default: ^bb2(%0: i32) ]
^bb2(%z: i32):
  cf.assert %p, "no"
  cf.cond_br %p weights([1, 2]), ^bb1, ^bb2(%0: i32)
}
