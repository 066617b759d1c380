//! Folding: replacing operations by results that are known at compile time. MLIR: `Operation::fold`.
//!
//! A dialect that folds has a [`Folds`] among its [interfaces](crate::declare::Dialect::interfaces). [`fold`] and [`fold_in_place`]
//! apply it; dialect conversion and greedy rewriting do so before they try patterns.

pub mod integers;

use crate::attributes::{AttrKind, Attribute};
use crate::body::{Body, Op, OpRef, Value};
use crate::declare::Trait;
use crate::int::IntValue;
use crate::rewrite::Builder;
use crate::types::Type;

/// The result of folding one result of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Folded {
    /// An existing value.
    Value(Value),
    /// A constant, to be made with the type of the result.
    Constant(Attribute),
}

/// Folds an operation. The slice holds the attribute of each operand that is a constant. Returns one entry per result, or
/// `None` if the operation does not fold.
pub type Fold = fn(OpRef<'_>, &[Option<Attribute>]) -> Option<Vec<Folded>>;

/// Makes an operation whose result is the constant `attribute` of type `ty`, at the insertion point. `None` if the dialect has
/// no such constant.
pub type MakeConstant = for<'c> fn(&mut (dyn Builder<'c> + '_), Attribute, Type) -> Option<Value>;

/// The changes that an in-place folder may make.
pub trait InPlace<'c>: Builder<'c> {
    /// The body, for changes of its operations.
    fn body_mut(&mut self) -> &mut Body;

    /// Replaces the operands of `op`.
    fn set_operands(&mut self, op: Op, operands: &[Value]) {
        self.body_mut().set_operands(op, operands);
    }

    /// Replaces the properties of `op`; `properties` is an interned dictionary.
    fn set_properties(&mut self, op: Op, properties: Attribute) {
        self.body_mut().set_properties(op, properties);
    }
}

/// Changes an operation into a canonical equivalent, or replaces uses of its results. Returns whether it changed anything.
pub type FoldInPlace = for<'c> fn(&mut (dyn InPlace<'c> + '_), Op) -> bool;

/// How the operations of a dialect fold: an interface of the dialect.
pub struct Folds {
    /// Folders by the full name of the operation.
    pub operations: &'static [(&'static str, Fold)],
    /// Further tables of the same form.
    pub more: &'static [&'static [(&'static str, Fold)]],
    /// The in-place folder for all operations of the dialect. Its changes are kept even if the operation fails to legalize.
    pub in_place: FoldInPlace,
    /// Makes the constants that operations of the dialect fold to. MLIR: `materializeConstant`.
    pub constant: MakeConstant,
}

impl Folds {
    /// The folder of the operation `name`.
    pub(crate) fn of(&self, name: &str) -> Option<Fold> {
        let mut all = self.operations.iter().chain(self.more.iter().copied().flatten());
        all.find(|(of, _)| *of == name).map(|(_, fold)| *fold)
    }
}

fn folds_of(op: OpRef<'_>) -> Option<&'static Folds> {
    op.dialect()?.interface()
}

/// Folds the results of `op` by its dialect's folder; `None` if they do not fold. A constant does not fold to itself.
pub fn fold(op: OpRef<'_>) -> Option<Vec<Folded>> {
    if is_constant(op) {
        return None;
    }
    let fold = op.facts().fold?;
    let constants: Vec<Option<Attribute>> =
        op.operands().iter().map(|&operand| constant_value(op, operand)).collect();
    let results = fold(op, &constants)?;
    (results.len() == op.body.results(op.op).len()).then_some(results)
}

/// Folds `op` in place by its dialect's folder. Otherwise, if it is commutative, moves constant operands behind the others.
pub fn fold_in_place<'c>(rewriter: &mut (dyn InPlace<'c> + '_), op: Op) -> bool {
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

/// Makes the constant that `op` folds to, by the dialect of `op`.
pub fn make_constant<'c>(
    rewriter: &mut (dyn Builder<'c> + '_),
    op: Op,
    attribute: Attribute,
    ty: Type,
) -> Option<Value> {
    let make = folds_of(OpRef::new(rewriter.context(), rewriter.body(), op))?.constant;
    make(rewriter, attribute, ty)
}

/// Whether the operation is `ConstantLike`.
pub fn is_constant(op: OpRef<'_>) -> bool {
    op.def().is_some_and(|def| def.has(|t| matches!(t, Trait::ConstantLike)))
}

/// The attribute of `value`, a value of the body of `op`, if it is defined by a constant.
pub fn constant_value(op: OpRef<'_>, value: Value) -> Option<Attribute> {
    op.definition(value).filter(|&definition| is_constant(definition))?.declared("value")
}

/// The number that `value`, a value of the body of `op`, is known to be: an integer constant, or a vector or tensor constant all of
/// whose elements are this number.
///
/// Compare [`as_u64`](IntValue::as_u64) with a small number: read as signed in two bits, 2 is -2.
pub fn constant_int<'a>(op: OpRef<'a>, value: Value) -> Option<&'a IntValue> {
    let constant = constant_value(op, value)?;
    match constant.splat_value(op.context).unwrap_or(constant).kind(op.context) {
        AttrKind::Integer { value, .. } => Some(value),
        _ => None,
    }
}
