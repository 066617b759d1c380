//! Foldings of `arith` on floats: what leaves a value as it is, and arithmetic on constants of `f32` and `f64`.

use tern_dialect::{AttrKind, Attribute, Context, FloatKind, OpRef, Type, TypeKind};

use super::integers::{Int, Table, constant, operands_of, value};
use crate::conversion::Folded;

type Results = Option<Vec<Folded>>;

/// A constant of `f32` or `f64`.
#[derive(Clone, Copy)]
struct Float {
    ty: Type,
    kind: FloatKind,
    value: f64,
}

impl Float {
    fn of(context: &Context, attribute: Attribute) -> Option<Self> {
        let AttrKind::Float { ty, bits } = *attribute.kind(context) else { return None };
        let TypeKind::Float(kind) = *ty.kind(context) else { return None };
        let value = match kind {
            FloatKind::F32 => f64::from(f32::from_bits(u32::try_from(bits).ok()?)),
            FloatKind::F64 => f64::from_bits(u64::try_from(bits).ok()?),
            _ => return None,
        };
        Some(Self { ty, kind, value })
    }

    /// The attribute of a number of this type; `value` is rounded. What is no number is left to others.
    fn make(context: &Context, ty: Type, kind: FloatKind, value: f64) -> Option<Attribute> {
        let bits = match kind {
            _ if value.is_nan() => return None,
            FloatKind::F32 => u128::from((value as f32).to_bits()),
            FloatKind::F64 => u128::from(value.to_bits()),
            _ => return None,
        };
        Some(context.attr(AttrKind::Float { ty, bits }))
    }
}

/// Folds an operation on two floats: the second one may leave the first as it is. Arithmetic of two numbers of `f32` in `f64`,
/// rounded to `f32`, is that of `f32`.
fn binary(
    op: OpRef<'_>,
    constants: &[Option<Attribute>],
    neutral: Option<f64>,
    compute: fn(f64, f64) -> f64,
) -> Results {
    let (&[lhs, _], &[a, b]) = (op.operands(), constants) else { return None };
    let float = |attribute: Option<Attribute>| Float::of(op.context, attribute?);
    let b = float(b)?;
    if neutral.is_some_and(|neutral| neutral.to_bits() == b.value.to_bits()) {
        return value(lhs);
    }
    let a = float(a)?;
    constant(Float::make(op.context, a.ty, a.kind, compute(a.value, b.value))?)
}

/// The greater or smaller of a number and itself.
fn idempotent(op: OpRef<'_>, constants: &[Option<Attribute>], compute: fn(f64, f64) -> f64) -> Results {
    let &[lhs, rhs] = op.operands() else { return None };
    if lhs == rhs {
        return value(lhs);
    }
    binary(op, constants, None, compute)
}

fn greater(a: f64, b: f64) -> f64 {
    if a == b { if a.is_sign_negative() { b } else { a } } else { a.max(b) }
}

fn smaller(a: f64, b: f64) -> f64 {
    if a == b { if a.is_sign_negative() { a } else { b } } else { a.min(b) }
}

/// A constant integer as a float of the type of the result.
fn from_integer(op: OpRef<'_>, constants: &[Option<Attribute>], read: fn(Int) -> f64) -> Results {
    let from = Int::of(op.context, (*constants.first()?)?)?;
    let ty = op.type_of(op.result()?);
    let TypeKind::Float(kind) = *ty.kind(op.context) else { return None };
    // Above that, a number may be rounded twice.
    if from.width > 53 {
        return None;
    }
    constant(Float::make(op.context, ty, kind, read(from))?)
}

pub(super) const FLOATS: Table = &[
    ("arith.addf", |op, c| binary(op, c, Some(-0.0), |a, b| a + b)),
    ("arith.subf", |op, c| binary(op, c, Some(0.0), |a, b| a - b)),
    ("arith.mulf", |op, c| binary(op, c, Some(1.0), |a, b| a * b)),
    ("arith.divf", |op, c| binary(op, c, Some(1.0), |a, b| a / b)),
    ("arith.maximumf", |op, c| idempotent(op, c, greater)),
    ("arith.maxnumf", |op, c| idempotent(op, c, greater)),
    ("arith.minimumf", |op, c| idempotent(op, c, smaller)),
    ("arith.minnumf", |op, c| idempotent(op, c, smaller)),
    ("arith.negf", |op, c| {
        let &[operand] = op.operands() else { return None };
        if let Some(&[source]) = operands_of(op, operand, "arith.negf") {
            return value(source);
        }
        let float = Float::of(op.context, (*c.first()?)?)?;
        constant(Float::make(op.context, float.ty, float.kind, -float.value)?)
    }),
    ("arith.extf", |op, c| {
        let float = Float::of(op.context, (*c.first()?)?)?;
        let ty = op.type_of(op.result()?);
        let TypeKind::Float(kind) = *ty.kind(op.context) else { return None };
        constant(Float::make(op.context, ty, kind, float.value)?)
    }),
    ("arith.sitofp", |op, c| from_integer(op, c, |int| int.signed() as f64)),
    ("arith.uitofp", |op, c| from_integer(op, c, |int| int.bits as f64)),
];
