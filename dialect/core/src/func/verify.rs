//! Verifiers of `func`, for rules that the declarations do not express. Messages are worded as in MLIR.

use tern_mlir::asm::type_to_string;
use tern_mlir::body::OpRef;
use tern_mlir::declare::View;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::function::signature;
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::verify::Verifier;

use super::{Call, CallIndirect, Constant, Func, Return};

fn show(op: OpRef<'_>, types: &[Type]) -> String {
    let types: Vec<String> =
        types.iter().map(|&ty| format!("'{}'", type_to_string(op.context, ty))).collect();
    types.join(", ")
}

/// Checks the arguments of the entry block against the function's type.
pub(super) fn function(verifier: &mut Verifier<'_>, function: Func<View<'_>>) {
    let op = *function.0;
    let Some((inputs, results)) = signature(op) else { return };
    if !tern_mlir::function::verify(verifier, op, inputs, results) {
        return;
    }
    let (body, region) = function.body();
    let declared = body.region_blocks(region).is_empty();
    if declared && function.sym_visibility().is_none_or(|word| op.context.str(word) == "public") {
        verifier.error(op, "symbol declaration cannot have public visibility");
    }
}

fn types_of(op: OpRef<'_>, values: impl Iterator<Item = tern_mlir::body::Value>) -> Vec<Type> {
    values.map(|value| op.type_of(value)).collect()
}

/// Checks a call against the signature of the callee.
pub(super) fn call(verifier: &mut Verifier<'_>, call: Call<View<'_>>) {
    let op = *call.0;
    let callee = verifier.symbol(call.callee()).filter(|callee| callee.is(Func::DEF));
    let Some((inputs, results)) = callee.and_then(signature) else {
        let name = op.context.str(call.callee());
        return verifier.error(op, format!("'{name}' does not reference a valid function"));
    };
    let operands = types_of(op, call.operands().iter().copied());
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
    let found = types_of(op, call.results());
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
pub(super) fn call_indirect(verifier: &mut Verifier<'_>, call: CallIndirect<View<'_>>) {
    let op = *call.0;
    let TypeKind::Function { inputs, results } = op.type_of(call.callee()).kind(op.context) else { return };
    if types_of(op, call.callee_operands().iter().copied()) != **inputs {
        return verifier.error(op, "failed to verify that callee input types match argument types");
    }
    if types_of(op, call.results()) != **results {
        verifier.error(op, "failed to verify that callee result types match result types");
    }
}

/// Checks that the function exists and has the type of the result.
pub(super) fn constant(verifier: &mut Verifier<'_>, constant: Constant<View<'_>>) {
    let (op, name) = (*constant.0, constant.value());
    let Some(function) = verifier.symbol(name).filter(|target| target.is(Func::DEF)) else {
        let name = op.context.str(name);
        return verifier.error(op, format!("reference to undefined function '{name}'"));
    };
    let found = match op.type_of(constant.res()).kind(op.context) {
        TypeKind::Function { inputs, results } => Some((&**inputs, &**results)),
        _ => None,
    };
    if found != signature(function) {
        verifier.error(op, "reference to function with mismatched type");
    }
}

/// Checks the operands of a return against the results of the function.
pub(super) fn function_return(verifier: &mut Verifier<'_>, end: Return<View<'_>>) {
    let op = *end.0;
    let Some(function) = verifier.parent().and_then(Func::unverified) else { return };
    let Some((_, results)) = signature(*function.0) else { return };
    let name = function.sym_name().map_or("", |name| op.context.str(name));
    let found = types_of(op, end.operands().iter().copied());
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
