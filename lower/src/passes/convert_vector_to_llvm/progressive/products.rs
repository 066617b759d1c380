//! Lowering of outer products.

use tern_dialect_core::vector::attributes::{CombiningKind, combining_kind};
use tern_dialect_core::vector::types::VectorType;
use tern_dialect_core::{arith, vector};
use tern_mlir::types::TypeKind;
use tern_mlir::{Op, Value};

use super::{Progress, broadcast, extract, insert, masks, value, vector_of, zero};
use crate::conversion::Builder;
use crate::greedy::GreedyRewriter;

/// The operation of `arith` that combines two numbers.
fn combine(kind: CombiningKind, float: bool) -> Option<&'static str> {
    use CombiningKind::{
        Add, And, MaxNumF, MaxSI, MaxUI, MaximumF, MinNumF, MinSI, MinUI, MinimumF, Mul, Or, Xor,
    };
    Some(match (kind, float) {
        (Add, true) => arith::AddF::NAME,
        (Add, false) => arith::AddI::NAME,
        (Mul, true) => arith::MulF::NAME,
        (Mul, false) => arith::MulI::NAME,
        (MinUI, false) => arith::MinUI::NAME,
        (MinSI, false) => arith::MinSI::NAME,
        (MaxUI, false) => arith::MaxUI::NAME,
        (MaxSI, false) => arith::MaxSI::NAME,
        (And, false) => arith::AndI::NAME,
        (Or, false) => arith::OrI::NAME,
        (Xor, false) => arith::XOrI::NAME,
        (MinNumF, true) => arith::MinNumF::NAME,
        (MaxNumF, true) => arith::MaxNumF::NAME,
        (MinimumF, true) => arith::MinimumF::NAME,
        (MaximumF, true) => arith::MaximumF::NAME,
        _ => return None,
    })
}

/// The product of two vectors, combined with an accumulator where the mask is set.
fn multiply(
    b: &mut GreedyRewriter<'_, '_>,
    (x, y, acc): (Value, Value, Option<Value>),
    kind: CombiningKind,
    mask: Option<Value>,
) -> Option<Value> {
    let context = b.context();
    let ty = b.type_of(x);
    let vector = VectorType::of(context, ty);
    let element = vector.as_ref().map_or(ty, |vector| vector.element);
    let float = matches!(element.kind(context), TypeKind::Float(_));
    let name = combine(kind, float)?;
    let Some(acc) = acc else {
        return Some(b.same(if float { arith::MulF::NAME } else { arith::MulI::NAME }, &[x, y]));
    };
    let value = if float && kind == CombiningKind::Add && vector.is_some() {
        b.create_value(vector::Fma::build(x, y, acc, ty))
    } else {
        let product = b.same(if float { arith::MulF::NAME } else { arith::MulI::NAME }, &[x, y]);
        b.same(name, &[product, acc])
    };
    Some(match mask {
        Some(mask) => b.create_value(arith::Select::build(mask, value, acc, ty)),
        None => value,
    })
}

pub(super) fn outer_product(b: &mut GreedyRewriter<'_, '_>, op: Op, mask: Option<Value>) -> Progress {
    let context = b.context();
    let reference = b.op_ref(op);
    let kind = combining_kind(context, reference.property_or_default("kind")?)?;
    let (lhs, rhs, acc) = (value(b, op, "lhs")?, value(b, op, "rhs")?, value(b, op, "acc"));
    let (result, left) = (vector_of(b, op, "result")?, b.type_of(lhs));
    let float = matches!(result.element.kind(context), TypeKind::Float(_));
    combine(kind, float)?;
    if VectorType::of(context, b.type_of(rhs)).is_none() {
        let rhs = broadcast(b, rhs, left);
        return multiply(b, (lhs, rhs, acc), kind, mask).map(|value| vec![value]);
    }
    if result.scalable[0] {
        return None;
    }
    let row = b.type_of(rhs);
    let mut whole = zero(b, result.ty(context))?;
    for at in 0..result.shape[0] {
        let element = extract(b, lhs, &[at])?;
        let repeated = broadcast(b, element, row);
        let acc = match acc {
            Some(acc) => Some(extract(b, acc, &[at])?),
            None => None,
        };
        let mask = masks::row(b, mask, at)?;
        let part = multiply(b, (repeated, rhs, acc), kind, mask)?;
        whole = insert(b, part, whole, &[at]);
    }
    Some(vec![whole])
}
