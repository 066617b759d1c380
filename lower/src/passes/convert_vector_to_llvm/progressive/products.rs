//! Lowering of outer products.

use tern_dialect_core::vector::attributes::CombiningKind;
use tern_dialect_core::vector::types::VectorType;
use tern_dialect_core::{arith, vector};
use tern_mlir::declare::{New, OpDef};
use tern_mlir::rewrite::Builder;
use tern_mlir::types::TypeKind;
use tern_mlir::{Op, Value};

use super::{Progress, broadcast, extract, insert, masks, vector_type, zero};
use crate::greedy::GreedyRewriter;

/// The operation of `arith` that combines two numbers.
fn combine(kind: CombiningKind, float: bool) -> Option<&'static OpDef> {
    use CombiningKind::{
        Add, And, MaxNumF, MaxSI, MaxUI, MaximumF, MinNumF, MinSI, MinUI, MinimumF, Mul, Or, Xor,
    };
    Some(match (kind, float) {
        (Add, true) => arith::AddF::DEF,
        (Add, false) => arith::AddI::DEF,
        (Mul, true) => arith::MulF::DEF,
        (Mul, false) => arith::MulI::DEF,
        (MinUI, false) => arith::MinUI::DEF,
        (MinSI, false) => arith::MinSI::DEF,
        (MaxUI, false) => arith::MaxUI::DEF,
        (MaxSI, false) => arith::MaxSI::DEF,
        (And, false) => arith::AndI::DEF,
        (Or, false) => arith::OrI::DEF,
        (Xor, false) => arith::XOrI::DEF,
        (MinNumF, true) => arith::MinNumF::DEF,
        (MaxNumF, true) => arith::MaxNumF::DEF,
        (MinimumF, true) => arith::MinimumF::DEF,
        (MaximumF, true) => arith::MaximumF::DEF,
        _ => return None,
    })
}

/// The product of two numbers or vectors.
pub(super) fn product(b: &mut GreedyRewriter<'_, '_>, float: bool, x: Value, y: Value) -> Value {
    match float {
        true => b.create_value(arith::MulF::build(x, y)),
        false => b.create_value(arith::MulI::build(x, y)),
    }
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
    let combine = combine(kind, float)?;
    let Some(acc) = acc else { return Some(product(b, float, x, y)) };
    let value = if float && kind == CombiningKind::Add && vector.is_some() {
        b.create_value(vector::Fma::build(x, y, acc, ty))
    } else {
        let product = product(b, float, x, y);
        b.create_value(New::with(combine, &[product, acc], [ty]))
    };
    Some(match mask {
        Some(mask) => b.create_value(arith::Select::build(mask, value, acc, ty)),
        None => value,
    })
}

pub(super) fn outer_product(b: &mut GreedyRewriter<'_, '_>, op: Op, mask: Option<Value>) -> Progress {
    let context = b.context();
    let outer = vector::OuterProduct::expect(b.op_ref(op));
    let (kind, lhs, rhs, acc) = (outer.kind(), outer.lhs(), outer.rhs(), outer.acc());
    let (result, left) = (vector_type(b, outer.result())?, b.type_of(lhs));
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
