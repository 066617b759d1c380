//! Verifiers of functions, and of properties that are checked once per function: returns, block tags, landing pad types.

use rustc_hash::FxHashSet;

use super::constants::tags_of;
use super::globals;
use crate::constraints::is_compatible;
use crate::enums::Linkage;
use crate::ops::{Func, Landingpad, Resume, Return};
use crate::types::{VOID, function_parts};
use tern_mlir::body::{Body, OpRef, Region};
use tern_mlir::declare::View;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::types::Type;
use tern_mlir::verify::Verifier;

fn entry(op: OpRef<'_>) -> Option<(&Body, tern_mlir::Block)> {
    let (body, regions) = op.body.regions(op.op);
    Some((body, *body.region_blocks(*regions.first()?).first()?))
}

/// Verifies `llvm.func`.
pub(crate) fn function(verifier: &mut Verifier<'_>, function: Func<View<'_>>) {
    let op = *function.0;
    let Some(parts) = function_parts(op.context, function.function_type()) else { return };
    let is_void = parts.result.declared(op.context, &VOID).is_some();
    let results: &[_] = if is_void { &[] } else { &[parts.result] };
    if !tern_mlir::function::verify(verifier, op, &parts.parameters, results) {
        return;
    }
    let linkage = function.linkage();
    if linkage == Linkage::Common {
        return verifier.error(op, "functions cannot have 'common' linkage");
    }
    if !globals::comdat(verifier, op, function.comdat()) {
        return;
    }
    if entry(op).is_none() {
        if !matches!(linkage, Linkage::External | Linkage::ExternWeak) {
            verifier.error(op, "external functions must have 'external' or 'extern_weak' linkage");
        }
    } else if function.no_inline() && function.always_inline() {
        verifier.error_plain(op, "no_inline and always_inline attributes are incompatible");
    } else if function.optimize_none() && !function.no_inline() {
        verifier.error(op, "with optimize_none must also be no_inline");
    } else {
        let (body, regions) = op.body.regions(op.op);
        let mut types = Types::default();
        if let Some(message) = regions.iter().find_map(|&region| types.look(op, body, region)) {
            verifier.error_plain(op, message);
        }
    }
}

/// The type shared by all landing pads and resumes of a function.
#[derive(Default)]
struct Types(Option<Type>);

impl Types {
    /// Checks the operations of a region; the error is a message.
    fn look(&mut self, function: OpRef<'_>, body: &Body, region: Region) -> Option<&'static str> {
        for &block in body.region_blocks(region) {
            for op in body.block_ops(block).map(|op| OpRef::new(function.context, body, op)) {
                let (value, message) = if let Some(pad) = Landingpad::unverified(op) {
                    (pad.res(), "'llvm.landingpad' should have a consistent result type inside a function")
                } else if let Some(resume) = Resume::unverified(op) {
                    (resume.value(), "'llvm.resume' should have a consistent input type inside a function")
                } else {
                    (None, "")
                };
                if let Some(ty) = value.map(|value| op.type_of(value))
                    && *self.0.get_or_insert(ty) != ty
                {
                    return Some(message);
                }
                if body.nested(op.op).is_none() {
                    let inner = body.regions(op.op).1;
                    if let Some(message) = inner.iter().find_map(|&inner| self.look(function, body, inner)) {
                        return Some(message);
                    }
                }
            }
        }
        None
    }
}

/// Verifies the region of `llvm.func`.
pub(crate) fn function_region(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some((body, entry)) = entry(op) else { return };
    let mut arguments = body.block_arguments(entry).iter();
    if let Some(index) = arguments.position(|&argument| !is_compatible(op.context, body.value_type(argument)))
    {
        return verifier.error(op, format!("entry block argument #{index} is not of LLVM type"));
    }
    let mut seen = FxHashSet::default();
    for (tag, inner) in tags_of(op) {
        if !seen.insert(tag) {
            let id = crate::attributes::BlockTag::of(op.context, tag).map_or(0, |tag| tag.id());
            return verifier.error_plain(inner, format!("duplicate block tag '{id}' in the same function: "));
        }
    }
}

/// Verifies `llvm.return`.
pub(crate) fn function_return(verifier: &mut Verifier<'_>, end: Return<View<'_>>) {
    let op = *end.0;
    let Some(parent) = verifier.parent().and_then(Func::unverified) else { return };
    let ty = parent.function_type();
    let Some(parts) = ty.and_then(|ty| function_parts(op.context, ty)) else { return };
    let message = match (end.arg(), parts.result.declared(op.context, &VOID).is_some()) {
        (Some(_), true) => "expected no operands",
        (None, false) => "expected 1 operand",
        (Some(value), false) if op.type_of(value) != parts.result => "mismatching result types",
        _ => return,
    };
    let diagnostic = Diagnostic::error(op.body.op_location(op.op), format!("'{}' op {message}", op.name()));
    let note = "when returning from function";
    verifier.report(op, diagnostic.with_note(parent.0.body.op_location(parent.0.op), note));
}
