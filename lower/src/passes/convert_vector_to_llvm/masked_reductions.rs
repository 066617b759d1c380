//! Conversion of reductions in `vector.mask`: to VP intrinsics, or to a select that replaces masked-out elements and a plain
//! reduction.

use tern_dialect_core::vector::attributes::CombiningKind;
use tern_dialect_core::vector::splat;
use tern_dialect_core::vector::types::VectorType;
use tern_dialect_core::{arith, vector};
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::declare::{New, View};
use tern_mlir::int::IntValue;
use tern_mlir::rewrite::Builder;
use tern_mlir::{AttrKind, Attribute, Context, OpRef, Type, Value};

use super::reductions::{Number, extreme, float};
use super::vector_type;
use crate::conversion::elementwise::fastmath_flags;
use crate::conversion::{Adaptor, LlvmBuilder, Patterns, Rewrite, Rewriter};

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[vector::Mask::NAME], masked);
}

/// The reduction inside a `vector.mask`.
fn reduction<'a>(mask: vector::Mask<View<'a>>) -> Option<vector::Reduction<View<'a>>> {
    let (body, region) = mask.maskRegion();
    let first = body.block_first(*body.region_blocks(region).first()?)?;
    vector::Reduction::of(OpRef::new(mask.0.context, body, first))
}

/// The number of elements of a vector, as an `i32`.
fn length(b: &mut Rewriter<'_, '_>, vector: &VectorType) -> Value {
    let (i32, index) = (b.context().common.i32, b.context().common.index);
    let count = b.constant_int(i32, vector.count());
    if !vector.is_scalable() {
        return count;
    }
    let vscale = b.create_value(vector::Vscale::build(index));
    let vscale = b.create_value(arith::IndexCast::build(vscale, i32));
    b.create_value(arith::MulI::build(count, vscale))
}

/// The start value of an integer reduction.
fn integer(context: &Context, kind: CombiningKind, ty: Type) -> Option<Attribute> {
    use CombiningKind::{Add, And, MaxSI, MaxUI, MinSI, MinUI, Mul, Or, Xor};
    let width = ty.integer_width(context)?;
    let value = match kind {
        Add | Or | Xor | MaxUI => IntValue::from_i64(width, 0),
        Mul => IntValue::from_i64(width, 1),
        MinUI | And => IntValue::from_i64(width, -1),
        MinSI if width <= 64 => IntValue::from_i64(width, i64::MAX >> (64 - width)),
        MaxSI if width <= 64 => IntValue::from_i64(width, i64::MIN >> (64 - width)),
        _ => return None,
    };
    Some(context.attr(AttrKind::Integer { ty, value }))
}

fn masked(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    use CombiningKind::{
        Add, And, MaxNumF, MaxSI, MaxUI, MaximumF, MinNumF, MinSI, MinUI, MinimumF, Mul, Or, Xor,
    };
    let mask = vector::Mask::expect(b.converted(op));
    let inner = reduction(mask).ok_or("masks no reduction")?;
    let mask = mask.mask();
    let (kind, flags) = (inner.kind(), fastmath_flags(inner.fastmath()));
    let (vector, acc) = (inner.vector(), inner.acc());
    let ty = b.converted_result(inner.0.op)?;
    let vector_type = vector_type(b, vector).ok_or("masks no reduction")?;
    let vector = b.remapped(vector)?;
    let acc = acc.map(|acc| b.remapped(acc)).transpose()?;
    let context = b.context();
    let whole = ty.integer_width(context).is_some();
    let value = match kind {
        MinimumF | MaximumF => {
            let neutral = match kind {
                MinimumF => Number::Largest,
                // As upstream: masked-out elements count as the negative number closest to zero.
                _ => Number::SmallestNegative,
            };
            let wide = b.type_of(vector);
            let neutral = float(context, ty, neutral).and_then(|neutral| splat(context, wide, neutral));
            let neutral = neutral.ok_or("has other elements")?;
            let neutral = b.constant(wide, neutral);
            let selected = b.create_value(llvm::Select::build(mask, vector, neutral, wide));
            extreme(b, kind, (selected, acc), ty, flags).ok_or("is done otherwise")?
        }
        _ => {
            let (reduce, neutral) = match kind {
                Add if whole => (intrinsics::VPReduceAdd::DEF, integer(context, kind, ty)),
                Mul if whole => (intrinsics::VPReduceMul::DEF, integer(context, kind, ty)),
                MinUI => (intrinsics::VPReduceUMin::DEF, integer(context, kind, ty)),
                MinSI => (intrinsics::VPReduceSMin::DEF, integer(context, kind, ty)),
                MaxUI => (intrinsics::VPReduceUMax::DEF, integer(context, kind, ty)),
                MaxSI => (intrinsics::VPReduceSMax::DEF, integer(context, kind, ty)),
                And => (intrinsics::VPReduceAnd::DEF, integer(context, kind, ty)),
                Or => (intrinsics::VPReduceOr::DEF, integer(context, kind, ty)),
                Xor => (intrinsics::VPReduceXor::DEF, integer(context, kind, ty)),
                Add => (intrinsics::VPReduceFAdd::DEF, float(context, ty, Number::Zero)),
                Mul => (intrinsics::VPReduceFMul::DEF, float(context, ty, Number::One)),
                MinNumF => {
                    (intrinsics::VPReduceFMin::DEF, float(context, ty, Number::Nan { negative: true }))
                }
                MaxNumF => {
                    (intrinsics::VPReduceFMax::DEF, float(context, ty, Number::Nan { negative: false }))
                }
                MinimumF | MaximumF => return Err("is done otherwise".into()),
            };
            let acc = match acc {
                Some(acc) => acc,
                None => {
                    let neutral = neutral.ok_or("has other elements")?;
                    b.constant(ty, neutral)
                }
            };
            let length = length(b, &vector_type);
            b.create_value(New::with(reduce, &[acc, vector, mask, length], [ty]))
        }
    };
    b.replace(op.op, &[value]);
    Ok(())
}
