// ARGS: 
// ARGS: -mlir-print-op-generic

func.func @f(%a: memref<4xf32>) -> memref<4xf32> { return %a : memref<4xf32> }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %toplevel_module: !transform.any_op {transform.readonly}) {
    %func = transform.structured.match ops{["func.func"]} attributes {a = 1 : i32} filter_result_type = i32 filter_operand_types = [i32] in %toplevel_module
      : (!transform.any_op) -> !transform.op<"func.func">
    %func2 = transform.structured.match ops{["func.func", "func.return"]} interface{LoopLikeInterface} in %toplevel_module
      : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %func2 {
      transform.apply_conversion_patterns.func.func_to_llvm
      transform.apply_conversion_patterns.dialect_to_llvm "memref"
      transform.apply_conversion_patterns.vector.vector_to_llvm {reassociate_fp_reductions = true}
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
        {use_bare_ptr_call_conv = true, use_opaque_pointers = true}
    } {
      legal_dialects = ["llvm"],
      partial_conversion
    } : !transform.any_op
    %x = transform.apply_registered_pass "canonicalize" with options = {"top-down" = false, "x" = 3 : i32} to %func2 {foo} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence private @b(%a: !transform.any_op {transform.consumed}, %b: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %r = transform.apply_registered_pass "canonicalize" to %a : (!transform.any_op) -> !transform.any_op
    transform.yield %r : !transform.any_op
  }
}
