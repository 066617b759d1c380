//! What is known of constants, arguments and loaded values, from themselves, attributes and metadata.

use tern_llvm_ir::attributes::AttributeSetId;
use tern_llvm_ir::attributes::values::Range;
use tern_llvm_ir::edit::AttributeIndex;
use tern_llvm_ir::{Constant, ConstantKind, Function, Inst, Local, Metadata, Module, Value};

use super::domain::Known;
use crate::integers::Integer;

/// The integer that a value is, or each element of a vector.
pub(super) fn element(module: &Module, value: Value) -> Option<Integer> {
    of_constant(module, value.constant()?, Known::nothing(width(module, value.constant()?)?)?)?.constant()
}

fn width(module: &Module, constant: Constant) -> Option<u32> {
    module.types.integer_width(module.types.scalar(module.constants.ty(constant)))
}

/// What is known of a constant; `None` if it is poison.
pub(super) fn of_constant(module: &Module, constant: Constant, nothing: Known) -> Option<Known> {
    if let Some(integer) = Integer::of(module, constant) {
        return Some(Known::exactly(integer));
    }
    let exactly = |bits: u128| Integer::new(nothing.width(), bits).map_or(nothing, Known::exactly);
    match module.constants.kind(constant) {
        ConstantKind::Poison => None,
        ConstantKind::Zero => Some(exactly(0)),
        ConstantKind::Splat(element) => of_constant(module, *element, nothing),
        ConstantKind::Aggregate(elements) => {
            elements.iter().filter_map(|&element| of_constant(module, element, nothing)).reduce(Known::or)
        }
        ConstantKind::Data(bytes) => {
            let size = (nothing.width() / 8).max(1) as usize;
            let number =
                |bytes: &[u8]| bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte));
            bytes.chunks(size).map(|element| exactly(number(element))).reduce(Known::or)
        }
        _ => Some(nothing),
    }
}

/// The integers from `lower` to `upper`, without `upper`; it may wrap around.
fn between(nothing: Known, lower: u128, upper: u128) -> Option<Known> {
    let [lower, last] = [lower, upper.wrapping_sub(1)].map(|bits| Integer::new(nothing.width(), bits));
    let (lower, last) = (lower?, last?);
    if lower == last.with(last.unsigned().wrapping_add(1)) {
        return Some(nothing);
    }
    let mut known = nothing;
    if lower.unsigned() <= last.unsigned() {
        known = known.with_unsigned(lower.unsigned(), last.unsigned())?;
    }
    if lower.signed() <= last.signed() {
        known = known.with_signed(lower.signed(), last.signed())?;
    }
    Some(known)
}

/// What the attribute `range` of a value says.
fn of_attribute(module: &Module, set: AttributeSetId, nothing: Known) -> Option<Known> {
    let range: Range = module.attribute_value(set)?;
    let (lower, upper) = (i128::try_from(range.lower).ok()?, i128::try_from(range.upper).ok()?);
    (range.width == nothing.width()).then(|| between(nothing, lower as u128, upper as u128)).flatten()
}

/// What is known of an argument of a function.
pub(super) fn of_argument(module: &Module, function: &Function, argument: Local, nothing: Known) -> Known {
    of_attribute(module, module.argument_attributes(function, argument), nothing).unwrap_or(nothing)
}

/// What the attributes of a call and `!range` say of the result of an instruction.
pub(super) fn of_result(module: &Module, function: &Function, inst: Inst, nothing: Known) -> Option<Known> {
    let mut known = of_metadata(module, function, inst, nothing)?;
    if let Some(call) = function.insts[inst].inst.call_site() {
        for set in module.call_attributes(call, AttributeIndex::Result) {
            if let Some(range) = of_attribute(module, set, nothing) {
                known = known.and(range)?;
            }
        }
    }
    Some(known)
}

/// What `!range` says: the ranges of pairs of integers. LangRef: `range` Metadata.
fn of_metadata(module: &Module, function: &Function, inst: Inst, nothing: Known) -> Option<Known> {
    let attachments = function.inst_attachments(inst).iter();
    let mut ranges = attachments.filter(|(kind, _)| module.strings.get(*kind) == b"range");
    let Some(&(_, node)) = ranges.next() else { return Some(nothing) };
    let operands = module.metadata.nodes[node].kind.operands();
    let bound = |metadata: &Metadata| match metadata {
        Metadata::Constant(constant) => {
            Integer::of(module, *constant).filter(|it| it.width() == nothing.width())
        }
        _ => None,
    };
    let bounds: Option<Vec<Integer>> = operands.map(bound).collect();
    let Some(bounds) = bounds else { return Some(nothing) };
    let pairs = bounds.chunks_exact(2);
    pairs.filter_map(|pair| between(nothing, pair[0].unsigned(), pair[1].unsigned())).reduce(Known::or)
}
