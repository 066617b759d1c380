//! Conversion of reductions in `vector.mask`: to VP intrinsics, or to a select that replaces masked-out elements and a plain
//! reduction.

use tern_dialect_core::vector::attributes::CombiningKind;
use tern_dialect_core::vector::types::{VectorType, vector_of};
use tern_dialect_core::{arith, vector};
use tern_dialect_llvm::enums::FastmathFlags;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::int::IntValue;
use tern_mlir::{AttrKind, Attribute, Context, Op, OpRef, Type, Value};

use super::reductions::{Number, extreme, flags, float, kind};
use crate::conversion::{Adaptor, Builder, NoMatch, Patterns, Rewrite, Rewriter};
use crate::folds::vector::splat;

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[vector::Mask::NAME], masked);
}

/// The reduction inside a `vector.mask`.
fn reduction(op: OpRef<'_>) -> Option<Op> {
    let (body, regions) = op.body.regions(op.op);
    let first = body.block_first(*body.region_blocks(*regions.first()?).first()?)?;
    (OpRef::new(op.context, body, first).name() == vector::Reduction::NAME).then_some(first)
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
    let inner = reduction(b.op_ref(op.op)).ok_or("masks no reduction")?;
    let reference = b.op_ref(inner);
    let (kind, vector) = (kind(reference), vector_of(reference, "vector"));
    let (Some(kind), Some(vector_type)) = (kind, vector) else { return Err("masks no reduction".into()) };
    let flags = [("fastmathFlags", flags(reference, FastmathFlags::NONE))];
    let ty = b.converted_result(inner)?;
    let operands = b.body().operands(inner).to_vec();
    let operands: Vec<Value> =
        operands.into_iter().map(|value| b.remapped(value)).collect::<Result<_, NoMatch>>()?;
    let (vector, acc) = match operands[..] {
        [vector] => (vector, None),
        [vector, acc] => (vector, Some(acc)),
        _ => return Err("masks no reduction".into()),
    };
    let mask = *op.operands.first().ok_or("has no mask")?;
    let context = b.context();
    let whole = ty.integer_width(context).is_some();
    let value = match kind {
        MinimumF | MaximumF => {
            let (neutral, names) = match kind {
                MinimumF => {
                    (Number::Largest, (intrinsics::VectorReduceFMinimum::NAME, intrinsics::Minimum::NAME))
                }
                // As upstream: masked-out elements count as the negative number closest to zero.
                _ => (
                    Number::SmallestNegative,
                    (intrinsics::VectorReduceFMaximum::NAME, intrinsics::Maximum::NAME),
                ),
            };
            let wide = b.type_of(vector);
            let neutral = float(context, ty, neutral).and_then(|neutral| splat(context, wide, neutral));
            let neutral = neutral.ok_or("has other elements")?;
            let neutral = b.constant(wide, neutral);
            let selected = b.create_value(llvm::Select::build(mask, vector, neutral, wide));
            extreme(b, names, selected, acc, (ty, &flags))
        }
        _ => {
            let (name, neutral) = match kind {
                Add if whole => (intrinsics::VPReduceAdd::NAME, integer(context, kind, ty)),
                Mul if whole => (intrinsics::VPReduceMul::NAME, integer(context, kind, ty)),
                MinUI => (intrinsics::VPReduceUMin::NAME, integer(context, kind, ty)),
                MinSI => (intrinsics::VPReduceSMin::NAME, integer(context, kind, ty)),
                MaxUI => (intrinsics::VPReduceUMax::NAME, integer(context, kind, ty)),
                MaxSI => (intrinsics::VPReduceSMax::NAME, integer(context, kind, ty)),
                And => (intrinsics::VPReduceAnd::NAME, integer(context, kind, ty)),
                Or => (intrinsics::VPReduceOr::NAME, integer(context, kind, ty)),
                Xor => (intrinsics::VPReduceXor::NAME, integer(context, kind, ty)),
                Add => (intrinsics::VPReduceFAdd::NAME, float(context, ty, Number::Zero)),
                Mul => (intrinsics::VPReduceFMul::NAME, float(context, ty, Number::One)),
                MinNumF => {
                    (intrinsics::VPReduceFMin::NAME, float(context, ty, Number::Nan { negative: true }))
                }
                MaxNumF => {
                    (intrinsics::VPReduceFMax::NAME, float(context, ty, Number::Nan { negative: false }))
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
            b.value(name, &[acc, vector, mask, length], ty, &[])
        }
    };
    b.replace(op.op, &[value]);
    Ok(())
}
