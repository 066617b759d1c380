//! Conversion of arithmetic with results of twice the width.

use tern_dialect_core::arith;
use tern_dialect_llvm::types::{array_parts, struct_literal};
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::attributes::splat;
use tern_mlir::declare::New;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Type, TypeKind, Value};

use crate::conversion::{Adaptor, LlvmBuilder, Patterns, Rewrite, Rewriter};

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[arith::AddUIExtended::NAME], add);
    patterns.on(&[arith::MulSIExtended::NAME], |op, b| {
        multiply(op, b, |value, ty| llvm::SExt::build(value, ty).into())
    });
    patterns.on(&[arith::MulUIExtended::NAME], |op, b| {
        multiply(op, b, |value, ty| llvm::ZExt::build(value, ty).into())
    });
}

/// Makes `llvm.uadd.with.overflow` and extracts its parts.
fn add(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let types = b.converted_results(op.op)?;
    if types.iter().any(|&ty| array_parts(context, ty).is_some()) {
        return Err("ND vector types are not supported yet".into());
    }
    let pair = struct_literal(context, &types, false);
    let add = arith::AddUIExtended::expect(b.converted(op));
    let pair = b.create_value(intrinsics::UAddWithOverflow::build(add.lhs(), add.rhs(), pair));
    let results = [b.extract_value(pair, &[0]), b.extract_value(pair, &[1])];
    b.replace(op.op, &results);
    Ok(())
}

/// Multiplies with twice the width, and splits the product in halves.
fn multiply(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, extend: fn(Value, Type) -> New) -> Rewrite {
    let context = b.context();
    let &[lhs, rhs] = op.operands else { return Err("not two operands".into()) };
    let narrow = b.type_of(lhs);
    let element = match narrow.kind(context) {
        TypeKind::Vector { element, .. } => *element,
        _ => narrow,
    };
    let Some(width) = element.integer_width(context).filter(|_| array_parts(context, narrow).is_none())
    else {
        return Err("ND vector types are not supported yet".into());
    };
    let doubled = width.checked_mul(2).filter(|&doubled| doubled < 1 << 24);
    let doubled = doubled.ok_or("no integer type has twice as many bits")?;
    let wide: Type = narrow.with_element(context, Type::integer(context, doubled));
    let [lhs, rhs]: [Value; 2] = [lhs, rhs].map(|value| b.create_value(extend(value, wide)));
    let product = b.create_value(llvm::Mul::build(lhs, rhs));
    let low = b.create_value(llvm::Trunc::build(product, narrow));
    let distance = b.constant(wide, splat(context, wide, i64::from(width)));
    let shifted = b.create_value(llvm::LShr::build(product, distance));
    let high = b.create_value(llvm::Trunc::build(shifted, narrow));
    b.replace(op.op, &[low, high]);
    Ok(())
}
