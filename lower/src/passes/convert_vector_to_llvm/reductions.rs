//! Conversion of reductions of whole vectors.

use tern_dialect_core::arith;
use tern_dialect_core::vector;
use tern_dialect_core::vector::attributes::{CombiningKind, combining_kind};
use tern_dialect_llvm::attributes::values::fastmath;
use tern_dialect_llvm::enums::{FastmathFlags, ICmpPredicate};
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::types::{FloatKind, Type, TypeKind};
use tern_mlir::{Attribute, Context, OpRef, Value};

use super::{Options, WithOptions};
use crate::conversion::{Adaptor, Builder, Patterns, Rewrite, Rewriter};

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>, options: Options) {
    patterns.add(WithOptions { roots: &[vector::Reduction::NAME], options, rewrite: reduction });
}

/// The fast-math flags of an operation, joined with `more`, as an attribute of the `llvm` dialect.
pub(super) fn flags(op: OpRef<'_>, more: FastmathFlags) -> Attribute {
    let flags = op.property("fastmath").and_then(|flags| arith::fastmath(op.context, flags));
    let bits = flags.map_or(0, |flags| flags.bits());
    let cases = arith::FastMathFlags::DEF
        .cases
        .iter()
        .filter(|case| case.value != 0 && bits & case.value == case.value);
    let named = cases.filter_map(|case| FastmathFlags::DEF.value(case.spelling));
    let named = named.fold(FastmathFlags::NONE, |all, flag| all | FastmathFlags::from_bits_retain(flag));
    fastmath(op.context, named | more)
}

/// The combining kind of a reduction.
pub(super) fn kind(op: OpRef<'_>) -> Option<CombiningKind> {
    combining_kind(op.context, op.property("kind")?)
}

/// A constant of a floating-point type.
pub(super) fn float(context: &Context, ty: Type, value: Number) -> Option<Attribute> {
    let TypeKind::Float(kind) = ty.kind(context) else { return None };
    Some(Attribute::float(context, ty, value.bits(*kind)?))
}

/// The start values of reductions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    Zero,
    One,
    /// A quiet NaN, negative or not.
    Nan {
        negative: bool,
    },
    /// The largest finite number.
    Largest,
    /// The negative number closest to zero.
    SmallestNegative,
}

impl Number {
    /// The bit pattern in an IEEE-like format; `None` for other formats.
    fn bits(self, kind: FloatKind) -> Option<u128> {
        // The number of fraction bits, and whether the leading one is stored explicitly.
        let (fraction, explicit) = match kind {
            FloatKind::F16 => (10, false),
            FloatKind::BF16 => (7, false),
            FloatKind::F32 => (23, false),
            FloatKind::F64 => (52, false),
            FloatKind::F80 => (63, true),
            FloatKind::F128 => (112, false),
            _ => return None,
        };
        let stored = fraction + u32::from(explicit);
        let exponent = kind.width() - 1 - stored;
        let (sign, ones) = (1u128 << (kind.width() - 1), (1u128 << exponent) - 1);
        let leading = if explicit { 1u128 << fraction } else { 0 };
        Some(match self {
            Self::Zero => 0,
            Self::One => (ones >> 1) << stored | leading,
            Self::Nan { negative } => {
                (if negative { sign } else { 0 }) | ones << stored | leading | 1u128 << (fraction - 1)
            }
            Self::Largest => (ones - 1) << stored | leading | ((1u128 << fraction) - 1),
            Self::SmallestNegative => sign | 1,
        })
    }
}

fn reduction(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    use CombiningKind::{
        Add, And, MaxNumF, MaxSI, MaxUI, MaximumF, MinNumF, MinSI, MinUI, MinimumF, Mul, Or, Xor,
    };
    let kind = kind(b.op_ref(op.op)).ok_or("has no combining function")?;
    let ty = b.converted_result(op.op)?;
    let (vector, acc) = match *op.operands {
        [vector] => (vector, None),
        [vector, acc] => (vector, Some(acc)),
        _ => return Err("has no operands".into()),
    };
    if ty.integer_width(b.context()).is_some() {
        let (name, combine) = match kind {
            Add => (intrinsics::VectorReduceAdd::NAME, Combine::With(llvm::Add::NAME)),
            Mul => (intrinsics::VectorReduceMul::NAME, Combine::With(llvm::Mul::NAME)),
            MinUI => (intrinsics::VectorReduceUMin::NAME, Combine::Where(ICmpPredicate::Ule)),
            MinSI => (intrinsics::VectorReduceSMin::NAME, Combine::Where(ICmpPredicate::Sle)),
            MaxUI => (intrinsics::VectorReduceUMax::NAME, Combine::Where(ICmpPredicate::Uge)),
            MaxSI => (intrinsics::VectorReduceSMax::NAME, Combine::Where(ICmpPredicate::Sge)),
            And => (intrinsics::VectorReduceAnd::NAME, Combine::With(llvm::And::NAME)),
            Or => (intrinsics::VectorReduceOr::NAME, Combine::With(llvm::Or::NAME)),
            Xor => (intrinsics::VectorReduceXor::NAME, Combine::With(llvm::Xor::NAME)),
            MinNumF | MaxNumF | MinimumF | MaximumF => return Err("is about integers".into()),
        };
        let reduced = b.value(name, &[vector], ty, &[]);
        let value = match (acc, combine) {
            (None, _) => reduced,
            (Some(acc), Combine::With(name)) => b.same(name, &[acc, reduced]),
            (Some(acc), Combine::Where(predicate)) => {
                let which = b.icmp(predicate, acc, reduced);
                b.create_value(llvm::Select::build(which, acc, reduced, ty))
            }
        };
        b.replace(op.op, &[value]);
        return Ok(());
    }
    let more = if options.reassociate { FastmathFlags::REASSOC } else { FastmathFlags::NONE };
    let flags = [("fastmathFlags", flags(b.op_ref(op.op), more))];
    let value = match kind {
        Add | Mul => {
            let (name, neutral) = match kind {
                Add => (intrinsics::VectorReduceFAdd::NAME, Number::Zero),
                _ => (intrinsics::VectorReduceFMul::NAME, Number::One),
            };
            let acc = match acc {
                Some(acc) => acc,
                None => {
                    let neutral = float(b.context(), ty, neutral).ok_or("is about other numbers")?;
                    b.constant(ty, neutral)
                }
            };
            b.value(name, &[acc, vector], ty, &flags)
        }
        MinNumF => extreme(
            b,
            (intrinsics::VectorReduceFMin::NAME, intrinsics::MinNum::NAME),
            vector,
            acc,
            (ty, &flags),
        ),
        MaxNumF => extreme(
            b,
            (intrinsics::VectorReduceFMax::NAME, intrinsics::MaxNum::NAME),
            vector,
            acc,
            (ty, &flags),
        ),
        MinimumF => extreme(
            b,
            (intrinsics::VectorReduceFMinimum::NAME, intrinsics::Minimum::NAME),
            vector,
            acc,
            (ty, &flags),
        ),
        MaximumF => extreme(
            b,
            (intrinsics::VectorReduceFMaximum::NAME, intrinsics::Maximum::NAME),
            vector,
            acc,
            (ty, &flags),
        ),
        _ => return Err("is about floating point numbers".into()),
    };
    b.replace(op.op, &[value]);
    Ok(())
}

/// How a result is combined with the accumulator.
enum Combine {
    /// With an operation.
    With(&'static str),
    /// With a comparison and a select: the operand that compares so with the other.
    Where(ICmpPredicate),
}

/// Converts a minimum or maximum reduction, combined with the accumulator if there is one.
pub(super) fn extreme(
    b: &mut Rewriter<'_, '_>,
    (reduce, combine): (&'static str, &'static str),
    vector: Value,
    acc: Option<Value>,
    (ty, flags): (Type, &[(&'static str, Attribute)]),
) -> Value {
    let reduced = b.value(reduce, &[vector], ty, flags);
    match acc {
        Some(acc) => b.value(combine, &[reduced, acc], ty, &[]),
        None => reduced,
    }
}
