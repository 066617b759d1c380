//! Folders of `complex`. Source: MLIR's `ComplexOps.cpp`.

use tern_mlir::fold::integers::{Table, constant, operands_of, value};
use tern_mlir::fold::{Folded, Folds};
use tern_mlir::rewrite::Builder;
use tern_mlir::{AttrKind, Attribute, OpRef, Type, Value};

use crate::{arith, complex};

type Results = Option<Vec<Folded>>;

/// The folders of the dialect.
pub(super) static FOLDS: Folds =
    Folds { operations: OPERATIONS, more: &[], in_place: |_, _| false, constant: make };

fn make<'c>(b: &mut (dyn Builder<'c> + '_), attribute: Attribute, ty: Type) -> Option<Value> {
    Some(match attribute.as_array(b.context()) {
        Some(parts) => b.create_new_value(complex::Constant::build(parts, ty).into()),
        None => b.create_new_value(arith::Constant::build(attribute, ty).into()),
    })
}

const OPERATIONS: Table = &[
    (complex::Add::NAME, |op, c| inverse(op, c, complex::Sub::NAME)),
    (complex::Sub::NAME, |op, c| inverse(op, c, complex::Add::NAME)),
    (complex::Mul::NAME, unit),
    (complex::Div::NAME, unit),
    (complex::Neg::NAME, |op, _| twice(op)),
    (complex::Conj::NAME, |op, _| twice(op)),
    (complex::Re::NAME, |op, c| part(op, c, 0)),
    (complex::Im::NAME, |op, c| part(op, c, 1)),
    (complex::Create::NAME, |op, _| {
        let &[real, imaginary] = op.operands() else { return None };
        let (&[of_real], &[of_imaginary]) =
            (operands_of(op, real, complex::Re::NAME)?, operands_of(op, imaginary, complex::Im::NAME)?)
        else {
            return None;
        };
        if of_real == of_imaginary { value(of_real) } else { None }
    }),
];

/// Whether a constant is the real number 0 (of either sign) or, if `one`, 1.
fn is_real(op: OpRef<'_>, attribute: Option<Attribute>, one: bool) -> bool {
    let number = |attribute: &Attribute, one: bool| match *attribute.kind(op.context) {
        AttrKind::Float { ty, bits } if one => {
            use tern_mlir::floats::{FloatValue, float_attribute};
            let wanted = float_attribute(op.context, ty, FloatValue::One);
            wanted.is_some_and(
                |one| matches!(one.kind(op.context), AttrKind::Float { bits: b, .. } if *b == bits),
            )
        }
        AttrKind::Float { bits, .. } => bits.get() == 0,
        _ => false,
    };
    let parts = attribute.and_then(|attribute| attribute.as_array(op.context));
    matches!(parts, Some([real, imaginary]) if number(real, one) && number(imaginary, false))
}

/// Folds `x + 0` and `(x - y) + y` to `x`; likewise with `+` and `-` exchanged.
fn inverse(op: OpRef<'_>, constants: &[Option<Attribute>], other: &str) -> Results {
    let &[lhs, rhs] = op.operands() else { return None };
    if let Some(&[a, b]) = operands_of(op, lhs, other)
        && b == rhs
    {
        return value(a);
    }
    if is_real(op, *constants.get(1)?, false) { value(lhs) } else { None }
}

/// Folds `x * 1` and `x / 1` to `x`.
fn unit(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    if is_real(op, *constants.get(1)?, true) { value(*op.operands().first()?) } else { None }
}

/// Folds an operation that is its own inverse, applied twice.
fn twice(op: OpRef<'_>) -> Results {
    value(*operands_of(op, *op.operands().first()?, op.name())?.first()?)
}

/// The real or imaginary part of a constant, or of a number made from its parts.
fn part(op: OpRef<'_>, constants: &[Option<Attribute>], index: usize) -> Results {
    if let Some(parts) = constants.first().copied()?.and_then(|number| number.as_array(op.context)) {
        return constant(*parts.get(index)?);
    }
    value(*operands_of(op, *op.operands().first()?, complex::Create::NAME)?.get(index)?)
}
