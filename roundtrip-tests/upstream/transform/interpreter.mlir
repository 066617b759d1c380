// ARGS: -transform-interpreter

func.func @f(%a: memref<4xf32>, %v: vector<4xf32>, %i: index) -> (memref<4xf32>, f32) { %0 = vector.extract %v[0] : f32 from vector<4xf32> %1 = memref.load %a[%i] : memref<4xf32> %2 = arith.addf %0, %1 : f32 return %a, %2 : memref<4xf32>, f32 }
func.func @g(%a: index) -> index { %1 = arith.constant 5 : index %2 = arith.addi %a, %1 : index %3 = arith.constant 5 : index %4 = arith.addi %a, %3 : index %6 = arith.muli %4, %2 : index return %6 : index }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["func.func"]} attributes {sym_name = "g"} in %m : (!transform.any_op) -> !transform.op<"func.func">
    %x = transform.apply_registered_pass "cse" to %g : (!transform.op<"func.func">) -> !transform.any_op
    %y = transform.apply_registered_pass "convert-arith-to-llvm" with options = {"index-bitwidth" = 32} to %x : (!transform.any_op) -> !transform.any_op
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "f"} in %m : (!transform.any_op) -> !transform.op<"func.func">
    transform.apply_conversion_patterns to %f {
      transform.apply_conversion_patterns.dialect_to_llvm "memref"
      transform.apply_conversion_patterns.dialect_to_llvm "arith"
      transform.apply_conversion_patterns.func.func_to_llvm
      transform.apply_conversion_patterns.vector.vector_to_llvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {index_bitwidth = 32, use_bare_ptr_call_conv = true}
    } {legal_dialects = ["llvm"]} : !transform.op<"func.func">
    transform.yield
  }
}
