// ARGS: -split-input-file -verify-diagnostics -transform-interpreter -allow-unregistered-dialect

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    // expected-error @below {{unknown pass or pass pipeline: foo}}
    %0 = transform.apply_registered_pass "foo" to %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f() { return }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{no such option x}}
    // expected-error @below {{failed to add pass or pass pipeline to pipeline: convert-arith-to-llvm}}
    %x = transform.apply_registered_pass "convert-arith-to-llvm" with options = {"x" = 3} to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

func.func @f() { return }
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func", "func.return"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires exactly one target handle}}
    %g = transform.structured.match ops{["x.y"]} in %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-error @below {{failed to legalize operation 'func.func'}}
// expected-note @below {{target op}}
func.func @f() {
  "test.x"() : () -> ()
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{dialect conversion failed}}
    transform.apply_conversion_patterns to %f {
    } {legal_dialects = ["llvm"]} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{argument #0 is consumed in the body but is not marked as such}}
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %x = transform.apply_registered_pass "cse" to %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-note @below {{symbol table operation}}
module {
  // expected-error @below {{expects the parent symbol table to have the 'transform.with_named_sequence' attribute}}
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

// -----

// expected-note @below {{target payload op}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    // expected-error @below {{cannot apply transform to itself (or one of its ancestors)}}
    transform.apply_conversion_patterns to %m {
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    transform.apply_conversion_patterns to %m {
      // expected-error @below {{dialect does not implement ConvertToLLVMPatternInterface or extension was not loaded: scf}}
      transform.apply_conversion_patterns.dialect_to_llvm "scf"
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } : !transform.any_op
    transform.yield
  }
}

// -----

// expected-error @below {{could not find a nested named sequence with name: __transform_main}}
module {}

// -----

// expected-error @below {{attribute can only be attached to operations with symbol tables}}
func.func private @f() attributes {transform.with_named_sequence}
