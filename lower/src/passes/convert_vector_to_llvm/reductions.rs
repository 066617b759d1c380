//! Conversion of reductions of whole vectors.

use tern_dialect_core::vector;
use tern_dialect_core::vector::attributes::CombiningKind;
use tern_dialect_llvm::enums::{FastmathFlags, ICmpPredicate};
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::declare::{New, OpDef};
use tern_mlir::rewrite::Builder;
use tern_mlir::types::{FloatKind, Type, TypeKind};
use tern_mlir::{Attribute, Context, Value};

use super::{Options, WithOptions};
use crate::conversion::elementwise::fastmath_flags;
use crate::conversion::{Adaptor, LlvmBuilder, Patterns, Rewrite, Rewriter};

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>, options: Options) {
    patterns.add(WithOptions { roots: &[vector::Reduction::NAME], options, rewrite: reduction });
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
    let reduction = vector::Reduction::expect(b.converted(op));
    let (kind, flags) = (reduction.kind(), fastmath_flags(reduction.fastmath()));
    let (vector, acc) = (reduction.vector(), reduction.acc());
    let ty = b.converted_result(op.op)?;
    if ty.integer_width(b.context()).is_some() {
        let (reduce, combine) = match kind {
            Add => (intrinsics::VectorReduceAdd::DEF, Combine::With(llvm::Add::DEF)),
            Mul => (intrinsics::VectorReduceMul::DEF, Combine::With(llvm::Mul::DEF)),
            MinUI => (intrinsics::VectorReduceUMin::DEF, Combine::Where(ICmpPredicate::Ule)),
            MinSI => (intrinsics::VectorReduceSMin::DEF, Combine::Where(ICmpPredicate::Sle)),
            MaxUI => (intrinsics::VectorReduceUMax::DEF, Combine::Where(ICmpPredicate::Uge)),
            MaxSI => (intrinsics::VectorReduceSMax::DEF, Combine::Where(ICmpPredicate::Sge)),
            And => (intrinsics::VectorReduceAnd::DEF, Combine::With(llvm::And::DEF)),
            Or => (intrinsics::VectorReduceOr::DEF, Combine::With(llvm::Or::DEF)),
            Xor => (intrinsics::VectorReduceXor::DEF, Combine::With(llvm::Xor::DEF)),
            MinNumF | MaxNumF | MinimumF | MaximumF => return Err("is about integers".into()),
        };
        let reduced = b.create_value(New::with(reduce, &[vector], [ty]));
        let value = match (acc, combine) {
            (None, _) => reduced,
            (Some(acc), Combine::With(combine)) => b.create_value(New::with(combine, &[acc, reduced], [ty])),
            (Some(acc), Combine::Where(predicate)) => {
                let which = b.icmp(predicate, acc, reduced);
                b.create_value(llvm::Select::build(which, acc, reduced, ty))
            }
        };
        b.replace(op.op, &[value]);
        return Ok(());
    }
    let more = if options.reassociate { FastmathFlags::REASSOC } else { FastmathFlags::NONE };
    let flags = flags | more;
    let value = match kind {
        Add | Mul => {
            let acc = match acc {
                Some(acc) => acc,
                None => {
                    let neutral = if kind == Add { Number::Zero } else { Number::One };
                    let neutral = float(b.context(), ty, neutral).ok_or("is about other numbers")?;
                    b.constant(ty, neutral)
                }
            };
            match kind {
                Add => {
                    let reduce = intrinsics::VectorReduceFAdd::build(acc, vector, ty);
                    b.create_value(reduce.fastmathFlags(flags))
                }
                _ => {
                    let reduce = intrinsics::VectorReduceFMul::build(acc, vector, ty);
                    b.create_value(reduce.fastmathFlags(flags))
                }
            }
        }
        _ => extreme(b, kind, (vector, acc), ty, flags).ok_or("is about floating point numbers")?,
    };
    b.replace(op.op, &[value]);
    Ok(())
}

/// How a result is combined with the accumulator.
enum Combine {
    /// With an operation.
    With(&'static OpDef),
    /// With a comparison and a select: the operand that compares so with the other.
    Where(ICmpPredicate),
}

/// Converts a minimum or maximum of floating-point numbers, combined with the accumulator if there is one; `None` for other
/// kinds.
pub(super) fn extreme(
    b: &mut Rewriter<'_, '_>,
    kind: CombiningKind,
    (vector, acc): (Value, Option<Value>),
    ty: Type,
    flags: FastmathFlags,
) -> Option<Value> {
    use CombiningKind::{MaxNumF, MaximumF, MinNumF, MinimumF};
    let reduce: New = match kind {
        MinNumF => intrinsics::VectorReduceFMin::build(vector, ty).fastmathFlags(flags).into(),
        MaxNumF => intrinsics::VectorReduceFMax::build(vector, ty).fastmathFlags(flags).into(),
        MinimumF => intrinsics::VectorReduceFMinimum::build(vector, ty).fastmathFlags(flags).into(),
        MaximumF => intrinsics::VectorReduceFMaximum::build(vector, ty).fastmathFlags(flags).into(),
        _ => return None,
    };
    let reduced = b.create_value(reduce);
    let Some(acc) = acc else { return Some(reduced) };
    let combine: New = match kind {
        MinNumF => intrinsics::MinNum::build(reduced, acc).into(),
        MaxNumF => intrinsics::MaxNum::build(reduced, acc).into(),
        MinimumF => intrinsics::Minimum::build(reduced, acc).into(),
        _ => intrinsics::Maximum::build(reduced, acc).into(),
    };
    Some(b.create_value(combine))
}
