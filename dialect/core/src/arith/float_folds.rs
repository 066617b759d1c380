//! Folders of `arith` on floats: neutral operands, and constant arithmetic in the float formats that LLVM has. Source: MLIR's
//! `ArithOps.cpp`. The arithmetic is done by `rustc_apfloat`, a port of the `APFloat` that MLIR uses.

use std::cmp::Ordering;

use rustc_apfloat::{Float as _, FloatConvert as _, Round, Status, StatusAnd, ieee};
use tern_mlir::fold::Folded;
use tern_mlir::fold::integers::{Int, Table, constant, operands_of, value};
use tern_mlir::int::IntValue;
use tern_mlir::{AttrKind, Attribute, Context, FloatKind, OpRef, Type, TypeKind};

use crate::arith;
use crate::arith::CmpFPredicate;

type Results = Option<Vec<Folded>>;

/// Evaluates `$body` with `$format` bound to the `rustc_apfloat` type for `$kind`; `None` for formats that LLVM does not have.
macro_rules! in_format {
    ($kind:expr, $format:ident => $body:expr) => {
        match $kind {
            FloatKind::F16 => {
                type $format = ieee::Half;
                $body
            }
            FloatKind::BF16 => {
                type $format = ieee::BFloat;
                $body
            }
            FloatKind::F32 => {
                type $format = ieee::Single;
                $body
            }
            FloatKind::F64 => {
                type $format = ieee::Double;
                $body
            }
            FloatKind::F80 => {
                type $format = ieee::X87DoubleExtended;
                $body
            }
            FloatKind::F128 => {
                type $format = ieee::Quad;
                $body
            }
            _ => None,
        }
    };
}

/// A constant float with its format.
#[derive(Clone, Copy)]
struct Float {
    ty: Type,
    kind: FloatKind,
    bits: u128,
}

/// A binary operation on two numbers of one format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    /// The greater or smaller number; NaN if either operand is NaN.
    Maximum,
    Minimum,
    /// The greater or smaller number; an operand that is NaN is ignored.
    MaxNum,
    MinNum,
}

impl Arithmetic {
    fn compute<F: rustc_apfloat::Float>(self, a: F, b: F) -> F {
        let choose = |greater: bool, propagates: bool| {
            let (nan, other) = if a.is_nan() { (a, b) } else { (b, a) };
            match a.partial_cmp(&b) {
                None => {
                    if propagates {
                        nan
                    } else {
                        other
                    }
                }
                // Positive zero counts as greater than negative zero.
                Some(Ordering::Equal) => {
                    if a.is_negative() == greater {
                        b
                    } else {
                        a
                    }
                }
                Some(order) => {
                    if (order == Ordering::Greater) == greater {
                        a
                    } else {
                        b
                    }
                }
            }
        };
        match self {
            Self::Add => (a + b).value,
            Self::Subtract => (a - b).value,
            Self::Multiply => (a * b).value,
            Self::Divide => (a / b).value,
            Self::Remainder => a.c_fmod(b).value,
            Self::Maximum => choose(true, true),
            Self::Minimum => choose(false, true),
            Self::MaxNum => choose(true, false),
            Self::MinNum => choose(false, false),
        }
    }

    /// Whether `b` is neutral as the second operand: the result is the first operand.
    fn is_neutral<F: rustc_apfloat::Float>(self, b: F) -> bool {
        match self {
            Self::Add => b.is_neg_zero(),
            Self::Subtract => b.is_pos_zero(),
            Self::Multiply | Self::Divide => b.bitwise_eq(F::from_u128(1).value),
            Self::Remainder => false,
            Self::Maximum => b.is_infinite() && b.is_negative(),
            Self::Minimum => b.is_infinite() && !b.is_negative(),
            Self::MaxNum | Self::MinNum => b.is_nan(),
        }
    }

    /// Whether the operation on two equal operands returns that operand.
    fn is_idempotent(self) -> bool {
        matches!(self, Self::Maximum | Self::Minimum | Self::MaxNum | Self::MinNum)
    }
}

impl Float {
    fn of(context: &Context, attribute: Attribute) -> Option<Self> {
        let AttrKind::Float { ty, bits } = *attribute.kind(context) else { return None };
        let TypeKind::Float(kind) = *ty.kind(context) else { return None };
        Some(Self { ty, kind, bits: bits.get() })
    }

    fn attribute(self, context: &Context) -> Attribute {
        Attribute::float(context, self.ty, self.bits)
    }

    fn is_nan(self) -> bool {
        in_format!(self.kind, F => Some(F::from_bits(self.bits).is_nan())) == Some(true)
    }

    /// The number in another format, if it is exactly representable there.
    fn converted(self, context: &Context, ty: Type) -> Option<Self> {
        let TypeKind::Float(kind) = *ty.kind(context) else { return None };
        let bits = in_format!(self.kind, From => in_format!(kind, To => {
            let mut loses = false;
            let converted: StatusAnd<To> = From::from_bits(self.bits).convert(&mut loses);
            (converted.status == Status::OK && !loses).then(|| converted.value.to_bits())
        }))?;
        Some(Self { ty, kind, bits })
    }
}

/// Folds a binary operation on floats: a neutral second operand, equal operands, or two constants.
fn binary(op: OpRef<'_>, constants: &[Option<Attribute>], arithmetic: Arithmetic) -> Results {
    let (&[lhs, rhs], &[a, b]) = (op.operands(), constants) else { return None };
    if arithmetic.is_idempotent() && lhs == rhs {
        return value(lhs);
    }
    let b = Float::of(op.context, b?)?;
    if in_format!(b.kind, F => Some(arithmetic.is_neutral(F::from_bits(b.bits)))) == Some(true) {
        return value(lhs);
    }
    let a = Float::of(op.context, a?).filter(|a| a.kind == b.kind)?;
    let bits = in_format!(a.kind, F => {
        Some(arithmetic.compute(F::from_bits(a.bits), F::from_bits(b.bits)).to_bits())
    })?;
    constant(Float { bits, ..a }.attribute(op.context))
}

/// The type of the result.
fn result(op: OpRef<'_>) -> Option<Type> {
    Some(op.type_of(op.result()?))
}

/// Converts a constant integer to the float type of the result.
fn from_integer(op: OpRef<'_>, constants: &[Option<Attribute>], signed: bool) -> Results {
    let from = Int::of(op.context, (*constants.first()?)?)?;
    let ty = result(op)?;
    let TypeKind::Float(kind) = *ty.kind(op.context) else { return None };
    let bits = in_format!(kind, F => Some(match signed {
        true => F::from_i128(from.signed().into()).value.to_bits(),
        false => F::from_u128(from.bits.into()).value.to_bits(),
    }))?;
    constant(Float { ty, kind, bits }.attribute(op.context))
}

/// Folds a comparison of two constants, or with NaN.
fn compare(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    use CmpFPredicate::{
        AlwaysFalse, AlwaysTrue, Oeq, Oge, Ogt, Ole, Olt, One, Ord, Ueq, Uge, Ugt, Ule, Ult, Une, Uno,
    };
    let &[a, b] = constants else { return None };
    let float = |attribute: Option<Attribute>| Float::of(op.context, attribute?);
    let (a, b) = (float(a), float(b));
    let order = match (a, b) {
        (Some(nan), _) | (_, Some(nan)) if nan.is_nan() => None,
        (Some(a), Some(b)) => {
            in_format!(a.kind, F => F::from_bits(a.bits).partial_cmp(&F::from_bits(b.bits)))
        }
        _ => return None,
    };
    let predicate = arith::CmpF::of(op)?.predicate();
    let is = |orders: &[Ordering]| order.is_some_and(|order| orders.contains(&order));
    let (less, equal, greater) = (Ordering::Less, Ordering::Equal, Ordering::Greater);
    let unordered = order.is_none();
    let holds = match predicate {
        AlwaysFalse => false,
        AlwaysTrue => true,
        Oeq => is(&[equal]),
        Ogt => is(&[greater]),
        Oge => is(&[greater, equal]),
        Olt => is(&[less]),
        Ole => is(&[less, equal]),
        One => is(&[less, greater]),
        Ord => !unordered,
        Uno => unordered,
        Ueq => unordered || is(&[equal]),
        Ugt => unordered || is(&[greater]),
        Uge => unordered || is(&[greater, equal]),
        Ult => unordered || is(&[less]),
        Ule => unordered || is(&[less, equal]),
        Une => !is(&[equal]),
    };
    constant(Attribute::bool(op.context, holds))
}

/// Converts a constant float to an integer, if it fits.
fn to_integer(op: OpRef<'_>, constants: &[Option<Attribute>], signed: bool) -> Results {
    let from = Float::of(op.context, (*constants.first()?)?)?;
    let ty = result(op)?;
    let width = ty.integer_width(op.context).filter(|width| (1..=128).contains(width))?;
    let (status, bits) = in_format!(from.kind, F => {
        let (from, mut exact) = (F::from_bits(from.bits), false);
        Some(if signed {
            // `rustc_apfloat` has no signed integers of one bit.
            let to = from.to_i128_r(width.max(2) as usize, Round::TowardZero, &mut exact);
            let fits = width > 1 || matches!(to.value, -1 | 0);
            (if fits { to.status } else { Status::INVALID_OP }, to.value.cast_unsigned())
        } else {
            let to = from.to_u128_r(width as usize, Round::TowardZero, &mut exact);
            (to.status, to.value)
        })
    })?;
    (!status.intersects(Status::INVALID_OP)).then_some(())?;
    constant(integer(op.context, ty, width, bits))
}

/// The lower `width` bits as an integer attribute.
fn integer(context: &Context, ty: Type, width: u32, bits: u128) -> Attribute {
    let bits = if width < 128 { bits & ((1 << width) - 1) } else { bits };
    context.attr(AttrKind::Integer {
        ty,
        value: IntValue::from_limbs(width, [bits as u64, (bits >> 64) as u64]),
    })
}

/// Reinterprets the bits of a constant as another type.
fn bitcast(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    let from = (*constants.first()?)?;
    let ty = result(op)?;
    let bits = match Float::of(op.context, from) {
        Some(float) => float.bits,
        None => Int::of(op.context, from)?.bits.into(),
    };
    match *ty.kind(op.context) {
        TypeKind::Float(kind) => constant(Float { ty, kind, bits }.attribute(op.context)),
        TypeKind::Integer { width, .. } if width <= 128 => constant(integer(op.context, ty, width, bits)),
        _ => None,
    }
}

/// Converts a constant to the format of the result; fails if it is not representable there.
fn convert(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    let float = Float::of(op.context, (*constants.first()?)?)?;
    constant(float.converted(op.context, result(op)?)?.attribute(op.context))
}

pub(super) const FLOATS: Table = &[
    (arith::AddF::NAME, |op, c| binary(op, c, Arithmetic::Add)),
    (arith::SubF::NAME, |op, c| binary(op, c, Arithmetic::Subtract)),
    (arith::MulF::NAME, |op, c| binary(op, c, Arithmetic::Multiply)),
    (arith::DivF::NAME, |op, c| binary(op, c, Arithmetic::Divide)),
    (arith::RemF::NAME, |op, c| binary(op, c, Arithmetic::Remainder)),
    (arith::MaximumF::NAME, |op, c| binary(op, c, Arithmetic::Maximum)),
    (arith::MaxNumF::NAME, |op, c| binary(op, c, Arithmetic::MaxNum)),
    (arith::MinimumF::NAME, |op, c| binary(op, c, Arithmetic::Minimum)),
    (arith::MinNumF::NAME, |op, c| binary(op, c, Arithmetic::MinNum)),
    (arith::NegF::NAME, |op, c| {
        let &[operand] = op.operands() else { return None };
        if let Some(&[source]) = operands_of(op, operand, arith::NegF::NAME) {
            return value(source);
        }
        let float = Float::of(op.context, (*c.first()?)?)?;
        let bits = in_format!(float.kind, F => Some((-F::from_bits(float.bits)).to_bits()))?;
        constant(Float { bits, ..float }.attribute(op.context))
    }),
    (arith::ExtF::NAME, convert),
    (arith::TruncF::NAME, convert),
    (arith::Bitcast::NAME, bitcast),
    (arith::CmpF::NAME, compare),
    (arith::FPToSI::NAME, |op, c| to_integer(op, c, true)),
    (arith::FPToUI::NAME, |op, c| to_integer(op, c, false)),
    (arith::SIToFP::NAME, |op, c| from_integer(op, c, true)),
    (arith::UIToFP::NAME, |op, c| from_integer(op, c, false)),
];
