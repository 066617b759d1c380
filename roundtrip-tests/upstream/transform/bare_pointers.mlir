// ARGS: -transform-interpreter
// ARGS: -transform-interpreter -reconcile-unrealized-casts

func.func @static(%a: memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}

func.func @dynamic(%a: memref<?xf32>, %b: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
  return %a, %b : memref<?xf32>, memref<?xf32>
}

func.func @one(%a: memref<?xf32>) -> memref<?xf32> {
  return %a : memref<?xf32>
}

func.func @calls(%a: memref<4xf32>) -> memref<4xf32> {
  %0 = call @static(%a) : (memref<4xf32>) -> memref<4xf32>
  %1 = call @static(%0) : (memref<4xf32>) -> memref<4xf32>
  return %1 : memref<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %f {
      transform.apply_conversion_patterns.func.func_to_llvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {use_bare_ptr_call_conv = true}
    } {legal_dialects = ["llvm"], partial_conversion} : !transform.any_op
    transform.yield
  }
}
