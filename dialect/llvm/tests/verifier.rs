//! Tests of the errors that the verifier reports, with their messages.

use tern_mlir::Context;
use tern_mlir::asm::{ParseOptions, parse};
use tern_mlir::verify::verify;

fn errors(text: &str) -> Vec<String> {
    let context = Context::new(tern_dialect_llvm::DIALECTS);
    let module = parse(&context, "test", text.as_bytes(), &ParseOptions::default()).expect("it parses");
    verify(&context, &module).iter().map(|error| error.message().to_owned()).collect()
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let errors = errors(text);
    assert!(errors.iter().any(|error| error.contains(message)), "{errors:?}");
}

#[test]
fn valid_modules_have_no_errors() {
    let text = "llvm.func @f(%a: i32, %c: i1) -> i32 {\n  llvm.cond_br %c, ^bb1, ^bb2(%a : i32)\n\
        ^bb1:\n  %0 = llvm.add %a, %a : i32\n  llvm.br ^bb2(%0 : i32)\n^bb2(%1: i32):\n  llvm.return %1 : i32\n}";
    assert_eq!(errors(text), [""; 0]);
}

#[test]
fn values_are_defined_before_they_are_used() {
    refused(
        "llvm.func @f(%a: i32) -> i32 {\n  %1 = llvm.add %0, %a : i32\n  %0 = llvm.add %a, %a : i32\n  llvm.return %1 : i32\n}",
        "operand #0 does not dominate this use",
    );
    refused(
        "llvm.func @f(%c: i1) -> i1 {\n  llvm.cond_br %c, ^bb1, ^bb2\n^bb1:\n  %0 = llvm.xor %c, %c : i1\n  llvm.br ^bb2\n\
         ^bb2:\n  llvm.return %0 : i1\n}",
        "operand #0 does not dominate this use",
    );
}

#[test]
fn blocks_hang_together() {
    refused("llvm.func @f(%a: i32) {\n  %0 = llvm.add %a, %a : i32\n}", "block with no terminator");
    refused(
        "llvm.func @f() {\n  llvm.return\n  llvm.return\n}",
        "must be the last operation in the parent block",
    );
    refused(
        "llvm.func @f() {\n  llvm.br ^bb1\n^bb1:\n  llvm.br ^bb2\n^bb2(%a: i32):\n  llvm.return\n}",
        "branch has 0 operands for successor #0, but target block has 1",
    );
}

#[test]
fn types_and_attributes_are_constrained() {
    refused(
        "llvm.func @f(%a: f32) {\n  %0 = \"llvm.add\"(%a, %a) : (f32, f32) -> f32\n  llvm.return\n}",
        "'llvm.add' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'",
    );
    refused(
        "llvm.func @f(%a: i32) {\n  %0 = \"llvm.add\"(%a) : (i32) -> i32\n  llvm.return\n}",
        "expected 2 operands, but found 1",
    );
    refused(
        "llvm.func @f(%a: i32) {\n  %0 = \"llvm.icmp\"(%a, %a) : (i32, i32) -> i1\n  llvm.return\n}",
        "requires attribute 'predicate'",
    );
}

#[test]
fn symbols_are_unique_and_calls_fit() {
    refused("llvm.func @f()\nllvm.func @f()", "redefinition of symbol named 'f'");
    refused(
        "llvm.func @f() {\n  llvm.call @g() : () -> ()\n  llvm.return\n}",
        "'g' does not reference a symbol in the current scope",
    );
    refused(
        "llvm.func @g(i32)\nllvm.func @f() {\n  llvm.call @g() : () -> ()\n  llvm.return\n}",
        "incorrect number of operands (0) for callee (expecting: 1)",
    );
    refused("llvm.func @f() -> i32 {\n  llvm.return\n}", "expected 1 operand");
}

#[test]
fn pieces_of_operands_add_up() {
    let branch = |operands: &str, property: &str| {
        let types = vec!["!llvm.ptr"; operands.split(',').count()].join(", ");
        format!(
            "llvm.func @f(%p: !llvm.ptr) {{\n  \"llvm.indirectbr\"({operands})[^bb1] {property} : ({types}) -> ()\n^bb1:\n  llvm.return\n}}"
        )
    };
    for (operands, property, message) in [
        ("%p", "", "requires attribute 'indbr_operand_segments'"),
        (
            "%p, %p",
            "<{indbr_operand_segments = array<i32: 0>}>",
            "succOperands count (1) does not match with the total size (0) specified in attribute 'indbr_operand_segments'",
        ),
        (
            "%p",
            "<{indbr_operand_segments = array<i32: -1>}>",
            "'indbr_operand_segments' attribute cannot have negative elements",
        ),
        // Here `mlir-opt` crashes.
        (
            "%p",
            "<{indbr_operand_segments = array<i32>}>",
            "'indbr_operand_segments' attribute must have 1 elements, one for each successor, but got 0",
        ),
    ] {
        refused(&branch(operands, property), message);
    }
    refused(
        "llvm.func @f(%c: i1) {\n  \"llvm.intr.assume\"(%c) : (i1) -> ()\n  llvm.return\n}",
        "requires attribute 'op_bundle_sizes'",
    );
    refused(
        "llvm.func @f() {\n  \"llvm.call\"() <{callee = @f, op_bundle_sizes = array<i32>, operandSegmentSizes}> : () -> ()\n  llvm.return\n}",
        "requires dense i32 array attribute 'operandSegmentSizes'",
    );
}

/// Cases in which `mlir-opt` and this verifier disagreed, found by mutation testing.
#[test]
fn mlir_agrees() {
    let accepted = [
        // In unreachable blocks, dominance is not checked.
        "llvm.func @f() {\n  llvm.return\n^bb1:\n  %1 = llvm.add %0, %0 : i32\n  %0 = llvm.mlir.undef : i32\n  llvm.return\n}",
        // An enum stored as a property is an integer of any width.
        "llvm.func @f(%p: !llvm.ptr) {\n  %0 = \"llvm.getelementptr\"(%p) <{elem_type = i32, noWrapFlags = 7 : i64, \
         rawConstantIndices = array<i32: 2>}> : (!llvm.ptr) -> !llvm.ptr\n  llvm.return\n}",
    ];
    for text in accepted {
        assert_eq!(errors(text), [""; 0]);
    }
    refused(
        "llvm.func @f(%c: i1) {\n  \"llvm.intr.assume\"(%c) <{op_bundle_sizes = array<i32: 0>}> : (i1) -> ()\n  llvm.return\n}",
        "expected 1 operand bundle tags, but actually got 0",
    );
    refused(
        "llvm.func @f(%c: i1) {\n  \"llvm.intr.assume\"(%c) <{op_bundle_sizes = array<i32: 0>, op_bundle_tags = [unit]}> : (i1) -> ()\n  \
         llvm.return\n}",
        "operand bundle tag must be a StringAttr",
    );
    refused(
        "llvm.func @f(%p: !llvm.ptr) {\n  %0 = llvm.load %p dereferenceable<bytes = 8> : !llvm.ptr -> i64\n  llvm.return\n}",
        "expected op to return a single LLVM pointer type",
    );
}
