//! Verifiers of functions, and of properties that are checked once per function: returns, block tags, landing pad types.

use rustc_hash::FxHashSet;

use super::constants::tags_of;
use super::{globals, linkage};
use crate::constraints::is_compatible;
use crate::enums::Linkage;
use crate::types::{FunctionParts, VOID, function_parts};
use tern_mlir::body::{Body, OpRef, Region};
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::types::Type;
use tern_mlir::verify::Verifier;

fn signature(op: OpRef<'_>) -> Option<FunctionParts> {
    function_parts(op.context, op.property("function_type")?.as_type(op.context)?)
}

fn entry(op: OpRef<'_>) -> Option<(&Body, tern_mlir::Block)> {
    let (body, regions) = op.body.regions(op.op);
    Some((body, *body.region_blocks(*regions.first()?).first()?))
}

/// Verifies `llvm.func`.
pub(super) fn function(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(parts) = signature(op) else { return };
    let is_void = parts.result.declared(op.context, &VOID).is_some();
    let results: &[_] = if is_void { &[] } else { &[parts.result] };
    if !tern_mlir::function::verify(verifier, op, &parts.parameters, results) {
        return;
    }
    let linkage = linkage(op);
    if linkage == Linkage::Common {
        return verifier.error(op, "functions cannot have 'common' linkage");
    }
    if !globals::comdat(verifier, op) {
        return;
    }
    let is_set = |name: &'static str| op.property(name).is_some();
    if entry(op).is_none() {
        if !matches!(linkage, Linkage::External | Linkage::ExternWeak) {
            verifier.error(op, "external functions must have 'external' or 'extern_weak' linkage");
        }
    } else if is_set("no_inline") && is_set("always_inline") {
        verifier.error_plain(op, "no_inline and always_inline attributes are incompatible");
    } else if is_set("optimize_none") && !is_set("no_inline") {
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
                let (ty, message) = match op.name() {
                    "llvm.landingpad" => (
                        op.result().map(|result| op.type_of(result)),
                        "'llvm.landingpad' should have a consistent result type inside a function",
                    ),
                    "llvm.resume" => (
                        op.operands().first().map(|&value| op.type_of(value)),
                        "'llvm.resume' should have a consistent input type inside a function",
                    ),
                    _ => (None, ""),
                };
                if ty.is_some() && *self.0.get_or_insert(ty?) != ty? {
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
            let id = tag
                .declared(op.context, &crate::attributes::BLOCK_TAG)
                .and_then(|params| params.first()?.as_u64())
                .unwrap_or_default();
            return verifier.error_plain(inner, format!("duplicate block tag '{id}' in the same function: "));
        }
    }
}

/// Verifies `llvm.return`.
pub(super) fn function_return(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(parent) = verifier.parent().filter(|parent| parent.name() == "llvm.func") else { return };
    let Some(parts) = signature(parent) else { return };
    let message = match (op.operands(), parts.result.declared(op.context, &VOID).is_some()) {
        ([_, ..], true) => "expected no operands",
        ([], false) => "expected 1 operand",
        ([value, ..], false) if op.type_of(*value) != parts.result => "mismatching result types",
        _ => return,
    };
    let diagnostic = Diagnostic::error(op.body.op_location(op.op), format!("'{}' op {message}", op.name()));
    let note = "when returning from function";
    verifier.report(op, diagnostic.with_note(parent.body.op_location(parent.op), note));
}
