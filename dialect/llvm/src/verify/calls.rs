//! Verifiers of calls and of exception handling with landing pads.

use super::show;
use crate::attributes::debug_info::DI_SUBPROGRAM;
use crate::constraints::is_pointer;
use crate::types::{VOID, array_parts, function_parts};
use tern_mlir::attributes::AttrKind;
use tern_mlir::body::{OpRef, Value, ValueDef};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::location::Location;
use tern_mlir::types::Type;
use tern_mlir::verify::Verifier;

fn result_type(op: OpRef<'_>) -> Option<Type> {
    op.result().map(|result| op.type_of(result))
}

/// Checks that there are as many tags as operand bundles.
pub(super) fn operand_bundles(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let sizes = op.property("op_bundle_sizes").and_then(|sizes| sizes.as_dense_i32(op.context));
    let tags = op.property("op_bundle_tags").and_then(|tags| tags.as_array(op.context)).unwrap_or_default();
    if tags.iter().any(|tag| !matches!(tag.kind(op.context), AttrKind::String { .. })) {
        return verifier.error_plain(op, "operand bundle tag must be a StringAttr");
    }
    let (wanted, found) = (sizes.unwrap_or_default().len(), tags.len());
    if wanted != found {
        verifier.error(op, format!("expected {wanted} operand bundle tags, but actually got {found}"));
    }
}

/// Verifies `llvm.call_intrinsic`.
pub(super) fn call_intrinsic(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let name = op.property("intrin").and_then(|name| name.as_str(op.context));
    if name.is_some_and(|name| !name.starts_with("llvm.")) {
        return verifier.error(op, "intrinsic name must start with 'llvm.'");
    }
    operand_bundles(verifier, op);
}

/// Checks `var_callee_type` of a call. Returns whether it is valid.
fn variadic_type(verifier: &mut Verifier<'_>, op: OpRef<'_>, arguments: &[Value]) -> bool {
    let context = op.context;
    let ty = op.property("var_callee_type").and_then(|ty| ty.as_type(context));
    let Some(parts) = ty.and_then(|ty| function_parts(context, ty)) else { return true };
    let is_void = parts.result.declared(context, &VOID).is_some();
    let message = if !parts.variadic {
        "expected var_callee_type to be a variadic function type".to_owned()
    } else if parts.parameters.len() > arguments.len() {
        format!("expected var_callee_type to have at most {} parameters", arguments.len())
    } else if let Some((&wanted, &found)) = parts
        .parameters
        .iter()
        .zip(arguments)
        .find(|&(&parameter, &argument)| parameter != op.type_of(argument))
    {
        let (wanted, found) = (show(op, wanted), show(op, op.type_of(found)));
        format!("var_callee_type parameter type mismatch: '{wanted}' != '{found}'")
    } else {
        match result_type(op) {
            None if !is_void => "expected var_callee_type to return void".to_owned(),
            Some(found) if found != parts.result => {
                let (wanted, found) = (show(op, parts.result), show(op, found));
                format!("var_callee_type return type mismatch: '{wanted}' != '{found}'")
            }
            _ => return true,
        }
    };
    verifier.error(op, message);
    false
}

/// Verifies the callee of `llvm.call`: it exists, and its signature matches the call.
pub(crate) fn callee(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let context = op.context;
    let operands = op.operand_group("callee_operands");
    let direct = op.property("callee");
    let arguments = if direct.is_some() { operands } else { operands.get(1..).unwrap_or_default() };
    if !variadic_type(verifier, op, arguments) {
        return;
    }
    let Some(callee) = direct else {
        let Some(&pointer) = operands.first() else {
            return verifier.error(op, "must have either a `callee` attribute or at least an operand");
        };
        let ty = op.type_of(pointer);
        if !is_pointer(context, ty) {
            verifier.error(op, format!("indirect call expects a pointer as callee: '{}'", show(op, ty)));
        }
        return;
    };
    let Some(name) = callee.as_symbol(context) else { return };
    let text = context.str(name).to_owned();
    let Some(target) = verifier.symbol(name) else {
        return verifier.error(op, format!("'{text}' does not reference a symbol in the current scope"));
    };
    let ty = match target.name() {
        "llvm.func" => target.property("function_type"),
        "llvm.mlir.ifunc" => target.property("i_func_type"),
        _ => {
            let message = format!("'{text}' does not reference a valid LLVM function or IFunc");
            return verifier.error(op, message);
        }
    };
    let Some(ty) = ty.and_then(|ty| ty.as_type(context)) else { return };
    let Some(parts) = function_parts(context, ty) else {
        return verifier.error(op, format!("callee does not have a functional type: '{}'", show(op, ty)));
    };
    if parts.variadic && op.property("var_callee_type").is_none() {
        return verifier.error(op, "missing var_callee_type attribute for vararg call");
    }
    let (found, wanted) = (operands.len(), parts.parameters.len());
    if !parts.variadic && found != wanted {
        return verifier
            .error(op, format!("incorrect number of operands ({found}) for callee (expecting: {wanted})"));
    }
    if found < wanted {
        let message = format!(
            "incorrect number of operands ({found}) for varargs callee (expecting at least: {wanted})"
        );
        return verifier.error(op, message);
    }
    for (index, (&operand, &parameter)) in operands.iter().zip(&parts.parameters).enumerate() {
        let found = op.type_of(operand);
        if found != parameter {
            let (found, wanted) = (show(op, found), show(op, parameter));
            return verifier
                .error(op, format!("operand type mismatch for operand {index}: '{found}' != '{wanted}'"));
        }
    }
    let is_void = parts.result.declared(context, &VOID).is_some();
    match result_type(op) {
        None if is_void => call_location(verifier, op, target),
        Some(found) if !is_void && found == parts.result => call_location(verifier, op, target),
        None if !is_void => verifier.error(op, "expected function call to produce a value"),
        Some(_) if is_void => verifier.error(op, "calling function with void result must not produce values"),
        Some(found) if found != parts.result => {
            let (found, wanted) = (show(op, found), show(op, parts.result));
            verifier.error(op, format!("result type mismatch: '{found}' != '{wanted}'"));
        }
        _ => {}
    }
}

/// If both functions have debug information, checks that a call has a location, which inlining would need.
fn call_location(verifier: &mut Verifier<'_>, op: OpRef<'_>, target: OpRef<'_>) {
    let (body, regions) = target.body.regions(target.op);
    let declared = regions.first().is_none_or(|&region| body.region_blocks(region).is_empty());
    let unknown = op.body.op_location(op.op) == Location::unknown(op.context);
    if declared || !unknown {
        return;
    }
    let parent = verifier.ancestors().find(|parent| matches!(parent.name(), "llvm.func" | "func.func"));
    if has_subprogram(target) && parent.is_some_and(has_subprogram) {
        let message =
            "inlinable function call in a function with a DISubprogram location must have a debug location";
        verifier.error_plain(op, message);
    }
}

/// Whether the location of a function is fused with a subprogram.
fn has_subprogram(function: OpRef<'_>) -> bool {
    let mut pending: Vec<_> = function.body.op_location(function.op).attribute().into_iter().collect();
    while let Some(location) = pending.pop() {
        match location.kind(function.context) {
            AttrKind::FusedLocation { locations, metadata } => {
                let subprogram = metadata.and_then(|data| data.declared(function.context, &DI_SUBPROGRAM));
                if subprogram.is_some() {
                    return true;
                }
                pending.extend(locations.iter());
            }
            AttrKind::NameLocation { child, .. } => pending.push(*child),
            AttrKind::CallSiteLocation { callee, caller } => pending.extend([*callee, *caller]),
            _ => {}
        }
    }
    false
}

/// Verifies `llvm.invoke`: it unwinds to a landing pad.
pub(super) fn invoke(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let operands = op.operand_group("callee_operands");
    let arguments =
        if op.property("callee").is_some() { operands } else { operands.get(1..).unwrap_or_default() };
    if !variadic_type(verifier, op, arguments) {
        return;
    }
    let Some(&unwind) = op.successor_group("unwindDest").first() else { return };
    let first = op.body.block_first(unwind).map(|first| OpRef::new(op.context, op.body, first));
    match first {
        None => verifier.error_plain(op, "must have at least one operation in unwind destination"),
        // Funclets are represented by Tern's own operations, which MLIR does not know.
        Some(first) if first.name() != "llvm.landingpad" && first.def().is_some() => {
            let message = "first operation in unwind destination should be a llvm.landingpad operation";
            verifier.error_plain(op, message);
        }
        Some(_) => operand_bundles(verifier, op),
    }
}

/// Verifies `llvm.landingpad`: the function has a personality, and the clauses are constants.
pub(super) fn landing_pad(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let function = verifier.ancestors().find(|parent| parent.name() == "llvm.func");
    if function.is_some_and(|function| function.property("personality").is_none()) {
        return verifier.error_plain(op, "llvm.landingpad needs to be in a function with a personality");
    }
    if op.operands().is_empty() && op.property("cleanup").is_none() {
        let message = "landingpad instruction expects at least one clause or cleanup attribute";
        return verifier.error_plain(op, message);
    }
    let source = |op: OpRef<'_>, value: Value| match op.body.value_def(value) {
        ValueDef::Result(definition, _) => Some(definition),
        ValueDef::Argument(..) => None,
    };
    for (index, &clause) in op.operands().iter().enumerate() {
        // The content of filters is not checked.
        if array_parts(op.context, op.type_of(clause)).is_some() {
            continue;
        }
        let definition = source(op, clause).map(|definition| OpRef::new(op.context, op.body, definition));
        match definition.map(OpRef::name) {
            Some("llvm.mlir.zero" | "llvm.mlir.addressof") => {}
            Some("llvm.bitcast") => {
                let Some(cast) = definition else { continue };
                let inner = cast.operands().first().and_then(|&value| source(op, value));
                if inner.is_some_and(|inner| {
                    OpRef::new(op.context, op.body, inner).name() == "llvm.mlir.addressof"
                }) {
                    continue;
                }
                let note = "global addresses expected as operand to bitcast used in clauses for landingpad";
                let diagnostic = Diagnostic::error(op.body.op_location(op.op), "constant clauses expected");
                return verifier.report(op, diagnostic.with_note(op.body.op_location(cast.op), note));
            }
            // A constant expression, as Tern's import writes it.
            Some(_) if definition.is_some_and(|op| op.attribute("llvm.constexpr").is_some()) => {}
            _ => {
                let message = format!("clause #{index} is not a known constant - null, addressof, bitcast");
                return verifier.error_plain(op, message);
            }
        }
    }
}

/// Verifies `llvm.inline_asm`.
pub(super) fn inline_asm(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let kind = op.property("tail_call_kind").and_then(|kind| crate::as_tail_call_kind(op.context, kind));
    if kind.is_some_and(|kind| kind.spelling() == "musttail") {
        verifier.error(op, "tail call kind 'musttail' is not supported by this operation");
    }
}
