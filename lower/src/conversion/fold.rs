//! Folding: operations whose results are known without running them. The driver folds before it converts, as MLIR 22 does.
//!
//! Each dialect has a [`Folds`] in `lower/src/folds/`, listed in [`crate::folds::ALL`].

use tern_mlir::declare::Trait;
use tern_mlir::{Attribute, Op, OpRef, Type, Value, ValueDef};

use super::builder::Builder;

/// What the result of a folded operation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folded {
    /// A value that is there.
    Value(Value),
    /// A constant of the type of the result.
    Constant(Attribute),
}

/// Folds an operation, given the values of those operands that are constants: what each result is, or `None`.
pub type Fold = fn(OpRef<'_>, &[Option<Attribute>]) -> Option<Vec<Folded>>;

/// Makes an operation whose result is the constant `attribute` of type `ty`, where the builder stands; `None` where the dialect
/// has none.
pub type MakeConstant = for<'c> fn(&mut (dyn Builder<'c> + '_), Attribute, Type) -> Option<Value>;

/// What foldings change operations in place with.
pub trait InPlace<'c>: Builder<'c> {
    /// Sets the operands.
    fn set_operands(&mut self, op: Op, operands: &[Value]);

    /// Sets the properties, an interned dictionary.
    fn set_properties(&mut self, op: Op, properties: Attribute);

    /// Whether anything uses `value`.
    fn has_users(&self, value: Value) -> bool;

    /// Makes all that uses `value` use `by`.
    fn replace_users(&mut self, value: Value, by: Value);
}

/// Changes an operation into one that is equal to it and preferred, or what uses its results; says whether it did.
pub type FoldInPlace = for<'c> fn(&mut (dyn InPlace<'c> + '_), Op) -> bool;

/// The foldings of a dialect.
pub struct Folds {
    /// The namespace of the dialect.
    pub dialect: &'static str,
    /// Operations by full name, and how they are folded.
    pub operations: &'static [(&'static str, Fold)],
    /// More of them.
    pub more: &'static [&'static [(&'static str, Fold)]],
    /// For any operation of the dialect. What it does stays, whatever becomes of the operation.
    pub in_place: FoldInPlace,
    /// Makes the constants that its operations fold to. MLIR: `materializeConstant`.
    pub constant: MakeConstant,
}

fn folds_of(op: OpRef<'_>) -> Option<&'static Folds> {
    let dialect = op.name().split_once('.')?.0;
    crate::folds::ALL.iter().copied().find(|folds| folds.dialect == dialect)
}

/// What the results of `op` are known to be; constants are not folded to themselves.
pub(crate) fn fold(op: OpRef<'_>) -> Option<Vec<Folded>> {
    if is_constant(op) {
        return None;
    }
    let folds = folds_of(op)?;
    let mut all = folds.operations.iter().chain(folds.more.iter().copied().flatten());
    let fold = all.find(|(name, _)| *name == op.name())?.1;
    let constants: Vec<Option<Attribute>> =
        op.operands().iter().map(|&operand| constant_value(op, operand)).collect();
    let results = fold(op, &constants)?;
    (results.len() == op.body.results(op.op).len()).then_some(results)
}

/// Changes `op` into one that is preferred: as its dialect says; where operands can be swapped, constants come last.
pub(crate) fn fold_in_place<'c>(rewriter: &mut (dyn InPlace<'c> + '_), op: Op) -> bool {
    let in_place = folds_of(OpRef::new(rewriter.context(), rewriter.body(), op)).map(|folds| folds.in_place);
    if in_place.is_some_and(|in_place| in_place(rewriter, op)) {
        return true;
    }
    let original = OpRef::new(rewriter.context(), rewriter.body(), op);
    if !original.def().is_some_and(|def| def.has(|t| matches!(t, Trait::Commutative))) {
        return false;
    }
    let operands = original.operands();
    let (constants, others): (Vec<Value>, Vec<Value>) =
        operands.iter().partition(|&&operand| constant_value(original, operand).is_some());
    let sorted = [others, constants].concat();
    if sorted == operands {
        return false;
    }
    rewriter.set_operands(op, &sorted);
    true
}

/// Makes the constant that `op` folds to.
pub(crate) fn fold_constant<'c>(
    rewriter: &mut (dyn Builder<'c> + '_),
    op: Op,
    attribute: Attribute,
    ty: Type,
) -> Option<Value> {
    let make = folds_of(OpRef::new(rewriter.context(), rewriter.body(), op))?.constant;
    make(rewriter, attribute, ty)
}

pub(crate) fn is_constant(op: OpRef<'_>) -> bool {
    op.def().is_some_and(|def| def.has(|t| matches!(t, Trait::ConstantLike)))
}

/// The value of `value`, a value of the body of `op`, if a constant defines it.
pub fn constant_value(op: OpRef<'_>, value: Value) -> Option<Attribute> {
    let ValueDef::Result(definition, _) = op.body.value_def(value) else { return None };
    let definition = OpRef::new(op.context, op.body, definition);
    if !is_constant(definition) {
        return None;
    }
    definition.property("value").or_else(|| match definition.name() {
        "llvm.mlir.zero" => None,
        _ => definition.attribute("value"),
    })
}
