//! Checks the constraints that an operation's traits imply.

use smallvec::SmallVec;

use super::Verifier;
use super::shapes::{compatible_shapes, compatible_sizes};
use crate::asm::type_to_string;
use crate::attributes::Attribute;
use crate::body::OpRef;
use crate::context::Context;
use crate::declare::Trait;
use crate::diagnostic::Diagnostic;
use crate::types::Type;

impl<'a> Verifier<'a> {
    pub(super) fn traits(&mut self, op: OpRef<'a>) {
        let facts = op.facts();
        // Relations between declared types are checked before native traits.
        for t in &facts.relations {
            self.declared_relation(op, t);
        }
        if facts.demands.is_empty() {
            return;
        }
        let operands: SmallVec<[Type; 4]> = op.operands().iter().map(|&value| op.type_of(value)).collect();
        let results = op.result_types();
        let both = || operands.iter().chain(&results).copied();
        let element = |ty: Type| ty.element_or_self(op.context);
        let is_shaped = |ty: Type| ty.shaped_element(op.context).is_some();
        // The sizes of tensors may be unknown.
        let fits = |a, b| {
            element(a) == element(b) && is_shaped(a) == is_shaped(b) && compatible_sizes(op.context, &[a, b])
        };
        let one_type = || match results.first() {
            Some(&first) => both().all(|ty| ty == first || fits(ty, first)),
            None => all_equal(both()),
        };
        for t in &facts.demands {
            match t {
                Trait::SameOperandsAndResultType if !one_type() => {
                    self.error(op, "requires the same type for all operands and results");
                }
                Trait::SameTypeOperands if !all_equal(operands.iter().copied()) => {
                    self.error(op, "requires all operands to have the same type");
                }
                Trait::SameOperandsAndResultElementType if !all_equal(both().map(element)) => {
                    self.error(op, "requires the same element type for all operands and results");
                }
                Trait::SameOperandsElementType if !all_equal(operands.iter().copied().map(element)) => {
                    self.error(op, "requires the same element type for all operands");
                }
                Trait::SameOperandsAndResultShape
                    if !compatible_shapes(op.context, &both().collect::<Vec<_>>()) =>
                {
                    self.error(op, "requires the same shape for all operands and results");
                }
                Trait::SameOperandsShape if !compatible_shapes(op.context, &operands) => {
                    self.error(op, "requires the same shape for all operands");
                }
                Trait::InferResults(infer) => self.inferred_results(op, *infer),
                Trait::Elementwise => self.elementwise(op, &operands, &results),
                Trait::WeightedBranch => self.branch_weights(op),
                Trait::Cast(compatible) => self.cast(op, &operands, &results, *compatible),
                Trait::HasParent(names)
                    if !self.parent().is_some_and(|parent| names.contains(&parent.name())) =>
                {
                    let several = if names.len() == 1 { "" } else { "to be one of " };
                    let names = names.join(", ");
                    self.error(op, format!("expects parent op {several}'{names}'"));
                }
                Trait::Symbol => self.symbol_definition(op),
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
        // If all operands and results have one type, the inferred type is that of the first operand.
        if facts.demands.iter().any(|t| matches!(t, Trait::SameOperandsAndResultType))
            && let (Some(&inferred), [found]) = (operands.first(), &results[..])
            && inferred != *found
        {
            let (inferred, found) =
                (type_to_string(op.context, inferred), type_to_string(op.context, *found));
            let message = format!(
                "inferred type(s) '{inferred}' are incompatible with return type(s) of operation '{found}'"
            );
            self.error(op, message);
        }
    }

    /// Checks a declared relation between the types of operands and results.
    fn declared_relation(&mut self, op: OpRef<'a>, t: &Trait) {
        match t {
            Trait::AllTypesMatch(names) if !all_equal(names.iter().filter_map(|name| type_of(op, name))) => {
                let names = names.join(", ");
                self.error(op, format!("failed to verify that all of {{{names}}} have same type"));
            }
            Trait::TypesMatchWith { summary, from, to, transform } => {
                // An omitted optional operand has no type to match.
                let (Some(from), Some(to)) = (type_of(op, from), type_of(op, to)) else { return };
                if transform(op.context, from) != Some(to) {
                    self.error(op, format!("failed to verify that {summary}"));
                }
            }
            Trait::ElementsMatch { shaped, elements } => {
                let Some(elements_of) = type_of(op, shaped).map(|ty| ty.elements(op.context)) else { return };
                let operands = op.operand_group(elements).iter().copied();
                let found: Vec<Type> =
                    operands.chain(op.result_group(elements)).map(|value| op.type_of(value)).collect();
                let fits = elements_of.is_some_and(|(element, count)| {
                    found.len() == count && found.iter().all(|&ty| ty == element)
                });
                if !fits {
                    self.error(op, format!("failed to verify that shaped type '{shaped}' matches '{elements}' element count and types"));
                }
            }
            Trait::Predicate { summary, check } if !check(op) => {
                self.error(op, format!("failed to verify that {summary}"));
            }
            _ => {}
        }
    }
}

impl Verifier<'_> {
    /// Checks that the results have the inferred types.
    fn inferred_results(
        &mut self,
        op: OpRef<'_>,
        infer: fn(&Context, &[Type], Attribute) -> Option<Vec<Type>>,
    ) {
        let operands: Vec<Type> = op.operands().iter().map(|&value| op.type_of(value)).collect();
        let found = op.result_types();
        let Some(inferred) = infer(op.context, &operands, op.body.properties(op.op)) else {
            return self.error(op, "failed to infer returned types");
        };
        if inferred[..] != found[..] {
            let show = |types: &[Type]| {
                let types: Vec<String> =
                    types.iter().map(|&ty| format!("'{}'", type_to_string(op.context, ty))).collect();
                types.join(", ")
            };
            let (inferred, found) = (show(&inferred), show(&found));
            self.error(
                op,
                format!(
                    "inferred type(s) {inferred} are incompatible with return type(s) of operation {found}"
                ),
            );
        }
    }

    /// Checks that there is one weight per successor, and that they are not all zero.
    fn branch_weights(&mut self, op: OpRef<'_>) {
        let weights = op.property("branch_weights").and_then(|weights| weights.as_dense_i32(op.context));
        let Some(weights) = weights else { return };
        let (found, wanted) = (weights.len(), op.successors().len());
        if found != wanted {
            let message = format!(
                "expects number of branch weights to match number of successors: {found} vs {wanted}"
            );
            self.error_plain(op, message);
        } else if weights.iter().all(|&weight| weight == 0) {
            self.error_plain(op, "branch weights cannot all be zero");
        }
    }

    /// Checks that a symbol is in a symbol table and has a valid visibility.
    fn symbol_definition(&mut self, op: OpRef<'_>) {
        if op.property("sym_name").is_none() {
            return;
        }
        if let Some(visibility) = op.symbol_visibility() {
            match visibility.as_str(op.context) {
                Some("public" | "private" | "nested") => {}
                Some(word) => {
                    let message = format!(
                        "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"{word}\""
                    );
                    return self.error(op, message);
                }
                None => {
                    let found = crate::asm::attribute_to_string(op.context, visibility);
                    let message = format!(
                        "requires visibility attribute 'sym_visibility' to be a string attribute, but got {found}"
                    );
                    return self.error(op, message);
                }
            }
        }
        let table =
            |parent: OpRef<'_>| parent.def().is_none_or(|def| def.has(|t| matches!(t, Trait::SymbolTable)));
        if self.parent().is_some_and(|parent| !table(parent)) {
            self.error(op, "symbol's parent must have the SymbolTable trait");
        }
    }

    /// Checks that the last operation in each block of `op`'s regions is `terminator`.
    pub(super) fn implicit_terminator(&mut self, op: OpRef<'_>, terminator: &str) {
        let (body, regions) = op.body.regions(op.op);
        let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
        for last in blocks.filter_map(|&block| body.block_last(block)) {
            let last = OpRef::new(op.context, body, last);
            if last.name() != terminator {
                let found = last.name();
                let location = op.body.op_location(op.op);
                let message =
                    format!("'{}' op expects regions to end with '{terminator}', found '{found}'", op.name());
                let note =
                    format!("in custom textual format, the absence of terminator implies '{terminator}'");
                return self.report(op, Diagnostic::error(location, message).with_note(location, note));
            }
        }
    }
}

fn all_equal<T: PartialEq>(mut types: impl Iterator<Item = T>) -> bool {
    let first = types.next();
    types.all(|ty| Some(ty) == first)
}

/// The type of the operand, result or typed attribute that the declaration calls `name`.
fn type_of(op: OpRef<'_>, name: &'static str) -> Option<Type> {
    match op.operand_group(name).first().copied().or_else(|| op.result_group(name).next()) {
        Some(value) => Some(op.type_of(value)),
        None => op.property(name)?.value_type(op.context),
    }
}
