// ARGS: -test-llvm-legalize-patterns -split-input-file
// ARGS: -convert-arith-to-llvm -split-input-file -mlir-print-debuginfo

func.func @branches(%a: i17, %c: i1) -> i17 {
  cf.br ^bb2(%a, %c: i17, i1)
^bb1(%x: i17):
  return %x : i17
^bb2(%y: i17, %z: i1):
  cf.cond_br %z weights([1, 2]), ^bb1(%y: i17), ^bb2(%a, %c : i17, i1)
}

// -----

func.func @select(%a: vector<2x3xi32>, %b: vector<2x3xi32>, %c: vector<2x3xi1>, %x: i17, %y: i17, %z: i1) -> (vector<2x3xi32>, i17) {
  %0 = arith.select %c, %a, %b : vector<2x3xi1>, vector<2x3xi32>
  %1 = arith.select %z, %x, %y : i17
  return %0, %1 : vector<2x3xi32>, i17
}

// -----

func.func private @declared(i17 {llvm.noundef}, i32) -> (i17 {llvm.noundef})

func.func private @unranked(i17, i32, memref<3xi8>) -> (memref<*xi32>, i17)

func.func @calls(%a: i17, %b: i32, %c: (i17) -> i17, %m: memref<3xi8>) -> (i17, memref<*xi32>, i17) {
  %0 = call @declared(%a, %b) : (i17, i32) -> i17
  %1 = call_indirect %c(%0) : (i17) -> i17
  %2, %3 = call @unranked(%1, %b, %m) : (i17, i32, memref<3xi8>) -> (memref<*xi32>, i17)
  return %0, %2, %3 : i17, memref<*xi32>, i17
}

// -----

// A pattern that takes one value for each operand does not fit where two stand for one.
func.func @stays(%a: i17, %i: index) -> (index, i17) {
  %0 = "test.direct_replacement"(%a, %i) : (i17, index) -> i64
  "test.legal_op"(%0, %a) : (i64, i17) -> ()
  return %i, %a : index, i17
}

// -----

func.func @in_a_legal_function(%a: i17, %b: i18, %i: index) attributes {is_legal} {
  %0 = "test.direct_replacement"(%b, %b) : (i18, i18) -> i17
  "test.legal_op"(%0, %i) : (i17, index) -> ()
  %1 = arith.addi %a, %a : i17
  "test.legal_op"(%1) : (i17) -> ()
  return
}
