// What consumes a handle leaves nothing of those to what is within its operations; what is not known here is refused.
// RUN: tern opt -transform-interpreter -split-input-file %s

func.func @f() { return }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %inner = transform.structured.match ops{["func.return"]} in %m : (!transform.any_op) -> !transform.any_op
    %outer = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    %0 = transform.apply_registered_pass "cse" to %outer : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["func.func"]} in %inner : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f() { return }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func", "func.return"]} in %m : (!transform.any_op) -> !transform.op<"func.func">
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LoopLikeInterface} in %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %0 {} {preserve_handles} : !transform.any_op
    transform.yield
  }
}

// -----

func.func @f() { return }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    %1 = transform.apply_registered_pass "convert-func-to-llvm" to %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    transform.print %m : !transform.any_op
    transform.yield
  }
}
