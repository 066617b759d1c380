// arith
// Integers, floats, `index`; what has no operation in LLVM IR is made of several.
// LOWER: builtin.module(convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)
func.func @integers(%a: i32, %b: i32, %i: index) -> i1 {
  %c = arith.constant 7 : i32
  %0 = arith.addi %a, %c overflow<nsw> : i32
  %1 = arith.divsi %0, %b : i32
  %2 = arith.shli %1, %b : i32
  %3 = arith.maxui %2, %b : i32
  %4 = arith.extsi %3 : i32 to i64
  %5 = arith.index_cast %i : index to i64
  %low, %high = arith.mului_extended %4, %5 : i64
  %sum, %carry = arith.addui_extended %low, %high : i64, i1
  %6 = arith.cmpi slt, %sum, %5 : i64
  %7 = arith.select %6, %carry, %6 : i1
  return %7 : i1
}
func.func @floats(%x: f32, %v: vector<2x3xf32>) -> i32 {
  %0 = arith.addf %x, %x fastmath<nnan> : f32
  %1 = arith.negf %0 : f32
  %2 = arith.maximumf %1, %x : f32
  %3 = arith.truncf %2 : f32 to f16
  %4 = arith.cmpf olt, %2, %x : f32
  %5 = arith.addf %v, %v : vector<2x3xf32>
  %6 = arith.fptosi %2 : f32 to i32
  %7 = arith.bitcast %2 : f32 to i32
  return %7 : i32
}
