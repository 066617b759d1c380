//! What traits demand.

use super::Verifier;
use crate::body::OpRef;
use crate::declare::Trait;
use crate::types::{Type, TypeKind};

impl<'a> Verifier<'a> {
    pub(super) fn traits(&mut self, op: OpRef<'a>) {
        let Some(def) = op.def() else { return };
        let operands = || op.operands().iter().map(|&value| op.type_of(value));
        let results = || op.body.results(op.op).map(|value| op.type_of(value));
        let element = |ty: Type| match ty.kind(op.context) {
            TypeKind::Vector { element, .. } | TypeKind::RankedTensor { element, .. } => *element,
            _ => ty,
        };
        for t in def.traits {
            match t {
                Trait::SameOperandsAndResultType if !all_equal(operands().chain(results())) => {
                    self.error(op, "requires the same type for all operands and results");
                }
                Trait::SameTypeOperands if !all_equal(operands()) => {
                    self.error(op, "requires all operands to have the same type");
                }
                Trait::SameOperandsAndResultElementType
                    if !all_equal(operands().chain(results()).map(element)) =>
                {
                    self.error(op, "requires the same element type for all operands and results");
                }
                Trait::SameOperandsElementType if !all_equal(operands().map(element)) => {
                    self.error(op, "requires the same element type for all operands");
                }
                Trait::AllTypesMatch(names)
                    if !all_equal(names.iter().filter_map(|name| type_of(op, name))) =>
                {
                    let names = names.join(", ");
                    self.error(op, format!("failed to verify that all of {{{names}}} have same type"));
                }
                Trait::TypesMatchWith { summary, from, to, transform } => {
                    let wanted = type_of(op, from).and_then(|ty| transform(op.context, ty));
                    if wanted != type_of(op, to) {
                        self.error(op, format!("failed to verify that {summary}"));
                    }
                }
                Trait::Predicate { summary, check } if !check(op) => {
                    self.error(op, format!("failed to verify that {summary}"));
                }
                Trait::HasParent(names)
                    if !self.parent().is_some_and(|parent| names.contains(&parent.name())) =>
                {
                    let several = if names.len() == 1 { "" } else { "to be one of " };
                    let names = names.join(", ");
                    self.error(op, format!("expects parent op {several}'{names}'"));
                }
                Trait::Terminator if op.body.next_op(op.op).is_some() => {
                    self.error(op, "must be the last operation in the parent block");
                }
                Trait::SingleBlock | Trait::SingleBlockImplicitTerminator(_) => {
                    let (body, regions) = op.body.regions(op.op);
                    let many = regions.iter().position(|&region| body.region_blocks(region).len() > 1);
                    if let Some(index) = many {
                        self.error(op, format!("expects region #{index} to have 0 or 1 blocks"));
                    }
                }
                _ => {}
            }
        }
    }
}

fn all_equal(mut types: impl Iterator<Item = Type>) -> bool {
    let first = types.next();
    types.all(|ty| Some(ty) == first)
}

/// The type of the operand or result that the declaration calls `name`.
fn type_of(op: OpRef<'_>, name: &str) -> Option<Type> {
    let value = op.operand_group(name).first().copied().or_else(|| op.result_group(name).next())?;
    Some(op.type_of(value))
}
