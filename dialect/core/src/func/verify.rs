//! Verifiers of `func`, for rules that the declarations do not express. Messages are worded as in MLIR.

use tern_mlir::asm::type_to_string;
use tern_mlir::body::OpRef;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::function::signature;
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::verify::Verifier;

fn show(op: OpRef<'_>, types: &[Type]) -> String {
    let types: Vec<String> =
        types.iter().map(|&ty| format!("'{}'", type_to_string(op.context, ty))).collect();
    types.join(", ")
}

/// Checks the arguments of the entry block against the function's type.
pub(super) fn function(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some((inputs, results)) = signature(op) else { return };
    if !tern_mlir::function::verify(verifier, op, inputs, results) {
        return;
    }
    let (body, regions) = op.body.regions(op.op);
    let declared = regions.first().is_none_or(|&region| body.region_blocks(region).is_empty());
    let visibility = op.property("sym_visibility").and_then(|word| word.as_str(op.context));
    if declared && visibility.is_none_or(|word| word == "public") {
        verifier.error(op, "symbol declaration cannot have public visibility");
    }
}

fn types_of(op: OpRef<'_>, values: impl Iterator<Item = tern_mlir::body::Value>) -> Vec<Type> {
    values.map(|value| op.type_of(value)).collect()
}

/// Checks a call against the signature of the callee.
pub(super) fn call(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(name) = op.property("callee").and_then(|callee| callee.as_symbol(op.context)) else { return };
    let callee = verifier.symbol(name).filter(|callee| callee.name() == "func.func");
    let Some((inputs, results)) = callee.and_then(signature) else {
        let name = op.context.str(name);
        return verifier.error(op, format!("'{name}' does not reference a valid function"));
    };
    let operands = types_of(op, op.operands().iter().copied());
    if operands.len() != inputs.len() {
        return verifier.error(op, "incorrect number of operands for callee");
    }
    if let Some(index) = (0..inputs.len()).find(|&index| operands[index] != inputs[index]) {
        let (wanted, found) = (show(op, &inputs[index..=index]), show(op, &operands[index..=index]));
        let message = format!(
            "operand type mismatch: expected operand type {wanted}, but provided {found} for operand number {index}"
        );
        return verifier.error(op, message);
    }
    let found = types_of(op, op.body.results(op.op));
    if found.len() != results.len() {
        return verifier.error(op, "incorrect number of results for callee");
    }
    if let Some(index) = (0..results.len()).find(|&index| found[index] != results[index]) {
        let location = op.body.op_location(op.op);
        let message = format!("'func.call' op result type mismatch at index {index}");
        let diagnostic = Diagnostic::error(location, message)
            .with_note(location, format!("      op result types: {}", show(op, &found)))
            .with_note(location, format!("function result types: {}", show(op, results)));
        verifier.report(op, diagnostic);
    }
}

/// Checks the operands and results against the callee's type.
pub(super) fn call_indirect(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some((&callee, operands)) = op.operands().split_first() else { return };
    let TypeKind::Function { inputs, results } = op.type_of(callee).kind(op.context) else { return };
    if types_of(op, operands.iter().copied()) != **inputs {
        return verifier.error(op, "failed to verify that callee input types match argument types");
    }
    if types_of(op, op.body.results(op.op)) != **results {
        verifier.error(op, "failed to verify that callee result types match result types");
    }
}

/// Checks that the function exists and has the type of the result.
pub(super) fn constant(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(name) = op.property("value").and_then(|value| value.as_symbol(op.context)) else { return };
    let Some(function) = verifier.symbol(name).filter(|target| target.name() == "func.func") else {
        let name = op.context.str(name);
        return verifier.error(op, format!("reference to undefined function '{name}'"));
    };
    let ty = op.result().map(|result| op.type_of(result).kind(op.context));
    let found = ty.and_then(|ty| match ty {
        TypeKind::Function { inputs, results } => Some((&**inputs, &**results)),
        _ => None,
    });
    if found != signature(function) {
        verifier.error(op, "reference to function with mismatched type");
    }
}

/// Checks the operands of a return against the results of the function.
pub(super) fn function_return(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(function) = verifier.parent() else { return };
    let Some((_, results)) = signature(function) else { return };
    let name = function.property("sym_name").and_then(|name| name.as_str(op.context)).unwrap_or_default();
    let found = types_of(op, op.operands().iter().copied());
    if found.len() != results.len() {
        let (found, wanted) = (found.len(), results.len());
        let message = format!("has {found} operands, but enclosing function (@{name}) returns {wanted}");
        return verifier.error(op, message);
    }
    if let Some(index) = (0..results.len()).find(|&index| found[index] != results[index]) {
        let (found, wanted) = (show(op, &found[index..=index]), show(op, &results[index..=index]));
        let message = format!(
            "type of return operand {index} ({found}) doesn't match function result type ({wanted}) in function @{name}"
        );
        verifier.error_plain(op, message);
    }
}
