//! Verifiers of calls and of exception handling with landing pads.

use super::show;
use crate::attributes::debug_info::DI_SUBPROGRAM;
use crate::constraints::is_pointer;
use crate::enums::TailCallKind;
use crate::intrinsics::Assume;
use crate::ops::{AddressOf, Bitcast, Call, CallIntrinsic, Func, IFunc, InlineAsm, Invoke, Landingpad, Zero};
use crate::types::{VOID, array_parts, function_parts};
use crate::verify::globals::is_defined;
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::body::{OpRef, Value, ValueDef};
use tern_mlir::declare::{Trait, Unverified, View};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::location::Location;
use tern_mlir::types::Type;
use tern_mlir::verify::Verifier;

/// Checks that there are as many tags as operand bundles.
fn operand_bundles(verifier: &mut Verifier<'_>, op: OpRef<'_>, sizes: &[i32], tags: Option<&[Attribute]>) {
    let tags = tags.unwrap_or_default();
    if tags.iter().any(|tag| !matches!(tag.kind(op.context), AttrKind::String { .. })) {
        return verifier.error_plain(op, "operand bundle tag must be a StringAttr");
    }
    let (wanted, found) = (sizes.len(), tags.len());
    if wanted != found {
        verifier.error(op, format!("expected {wanted} operand bundle tags, but actually got {found}"));
    }
}

/// Verifies `llvm.call`.
pub(crate) fn call(verifier: &mut Verifier<'_>, call: Call<View<'_>>) {
    operand_bundles(verifier, *call.0, &call.op_bundle_sizes(), call.op_bundle_tags());
}

/// Verifies `llvm.intr.assume`.
pub(crate) fn assume(verifier: &mut Verifier<'_>, assume: Assume<View<'_>>) {
    operand_bundles(verifier, *assume.0, &assume.op_bundle_sizes(), assume.op_bundle_tags());
}

/// Verifies `llvm.call_intrinsic`.
pub(crate) fn call_intrinsic(verifier: &mut Verifier<'_>, call: CallIntrinsic<View<'_>>) {
    if !call.0.context.bytes(call.intrin()).starts_with(b"llvm.") {
        return verifier.error(*call.0, "intrinsic name must start with 'llvm.'");
    }
    operand_bundles(verifier, *call.0, &call.op_bundle_sizes(), call.op_bundle_tags());
}

/// Checks `var_callee_type` of a call. Returns whether it is valid.
fn variadic_type(
    verifier: &mut Verifier<'_>,
    op: OpRef<'_>,
    ty: Option<Type>,
    arguments: &[Value],
    result: Option<Value>,
) -> bool {
    let context = op.context;
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
        match result.map(|result| op.type_of(result)) {
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
pub(crate) fn callee(verifier: &mut Verifier<'_>, call: Call<View<'_>>) {
    let (op, context) = (*call.0, call.0.context);
    let operands = call.callee_operands();
    let arguments = if call.callee().is_some() { operands } else { operands.get(1..).unwrap_or_default() };
    if !variadic_type(verifier, op, call.var_callee_type(), arguments, call.result()) {
        return;
    }
    let Some(name) = call.callee() else {
        let Some(&pointer) = operands.first() else {
            return verifier.error(op, "must have either a `callee` attribute or at least an operand");
        };
        let ty = op.type_of(pointer);
        if !is_pointer(context, ty) {
            verifier.error(op, format!("indirect call expects a pointer as callee: '{}'", show(op, ty)));
        }
        return;
    };
    let text = context.str(name).to_owned();
    let Some(target) = verifier.symbol(name) else {
        return verifier.error(op, format!("'{text}' does not reference a symbol in the current scope"));
    };
    let function = Func::unverified(target);
    let ty = if let Some(function) = function {
        function.function_type()
    } else if let Some(ifunc) = IFunc::unverified(target) {
        ifunc.i_func_type()
    } else {
        let message = format!("'{text}' does not reference a valid LLVM function or IFunc");
        return verifier.error(op, message);
    };
    let Some(ty) = ty else { return };
    let Some(parts) = function_parts(context, ty) else {
        return verifier.error(op, format!("callee does not have a functional type: '{}'", show(op, ty)));
    };
    if parts.variadic && call.var_callee_type().is_none() {
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
    match call.result().map(|result| op.type_of(result)) {
        None if is_void => call_location(verifier, op, function),
        Some(found) if !is_void && found == parts.result => call_location(verifier, op, function),
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
fn call_location(verifier: &mut Verifier<'_>, op: OpRef<'_>, callee: Option<Func<View<'_, Unverified>>>) {
    let Some(callee) = callee.filter(|&callee| is_defined(callee)) else { return };
    if op.body.op_location(op.op) != Location::unknown(op.context) {
        return;
    }
    let is_function =
        |op: &OpRef<'_>| op.def().is_some_and(|def| def.has(|t| matches!(t, Trait::FunctionLike)));
    let parent = verifier.ancestors().find(is_function);
    if has_subprogram(*callee.0) && parent.is_some_and(has_subprogram) {
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
pub(crate) fn invoke(verifier: &mut Verifier<'_>, invoke: Invoke<View<'_>>) {
    let (op, operands) = (*invoke.0, invoke.callee_operands());
    let arguments = if invoke.callee().is_some() { operands } else { operands.get(1..).unwrap_or_default() };
    if !variadic_type(verifier, op, invoke.var_callee_type(), arguments, invoke.result()) {
        return;
    }
    let first = op.body.block_first(invoke.unwindDest()).map(|first| OpRef::new(op.context, op.body, first));
    match first {
        None => verifier.error_plain(op, "must have at least one operation in unwind destination"),
        // Funclets are represented by Tern's own operations, which MLIR does not know.
        Some(first) if !first.is(Landingpad::DEF) && first.def().is_some() => {
            let message = "first operation in unwind destination should be a llvm.landingpad operation";
            verifier.error_plain(op, message);
        }
        Some(_) => operand_bundles(verifier, op, &invoke.op_bundle_sizes(), invoke.op_bundle_tags()),
    }
}

/// Verifies `llvm.landingpad`: the function has a personality, and the clauses are constants.
pub(crate) fn landing_pad(verifier: &mut Verifier<'_>, pad: Landingpad<View<'_>>) {
    let op = *pad.0;
    let function = verifier.ancestors().find_map(Func::unverified);
    if function.is_some_and(|function| function.personality().is_none()) {
        return verifier.error_plain(op, "llvm.landingpad needs to be in a function with a personality");
    }
    if pad.lhs().is_empty() && !pad.cleanup() {
        let message = "landingpad instruction expects at least one clause or cleanup attribute";
        return verifier.error_plain(op, message);
    }
    let source = |value: Value| match op.body.value_def(value) {
        ValueDef::Result(definition, _) => Some(OpRef::new(op.context, op.body, definition)),
        ValueDef::Argument(..) => None,
    };
    for (index, &clause) in pad.lhs().iter().enumerate() {
        // The content of filters is not checked.
        if array_parts(op.context, op.type_of(clause)).is_some() {
            continue;
        }
        match source(clause) {
            Some(definition) if definition.is(Zero::DEF) || definition.is(AddressOf::DEF) => {}
            Some(cast) if cast.is(Bitcast::DEF) => {
                let inner = cast.operands().first().and_then(|&value| source(value));
                if inner.is_some_and(|inner| inner.is(AddressOf::DEF)) {
                    continue;
                }
                let note = "global addresses expected as operand to bitcast used in clauses for landingpad";
                let diagnostic = Diagnostic::error(op.body.op_location(op.op), "constant clauses expected");
                return verifier.report(op, diagnostic.with_note(op.body.op_location(cast.op), note));
            }
            // A constant expression, as Tern's import writes it.
            Some(definition) if definition.attribute("llvm.constexpr").is_some() => {}
            _ => {
                let message = format!("clause #{index} is not a known constant - null, addressof, bitcast");
                return verifier.error_plain(op, message);
            }
        }
    }
}

/// Verifies `llvm.inline_asm`.
pub(crate) fn inline_asm(verifier: &mut Verifier<'_>, asm: InlineAsm<View<'_>>) {
    if asm.tail_call_kind() == TailCallKind::MustTail {
        verifier.error(*asm.0, "tail call kind 'musttail' is not supported by this operation");
    }
}
