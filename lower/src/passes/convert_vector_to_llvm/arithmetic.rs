//! Conversion of arithmetic on whole vectors.

use tern_dialect_core::vector;
use tern_dialect_core::vector::types::vector_of;
use tern_dialect_llvm::types::struct_literal;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::Type;

use super::elements::shuffle_vector;
use crate::conversion::{Adaptor, Builder, Patterns, Rewrite, Rewriter};
use crate::unrolling::rows;

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[vector::BitCast::NAME], bitcast);
    patterns.on(&[vector::Fma::NAME], fma);
    patterns.on(&[vector::Interleave::NAME], interleave);
    patterns.on(&[vector::Deinterleave::NAME], deinterleave);
    patterns.on(&[vector::Step::NAME], step);
    patterns.on(&[vector::Vscale::NAME], vscale);
}

/// Fails unless the operand or result `name` has at most one dimension.
fn is_low_rank(op: Adaptor<'_>, b: &Rewriter<'_, '_>, name: &str) -> Rewrite {
    let vector = vector_of(b.op_ref(op.op), name);
    if vector.is_some_and(|vector| vector.rank() <= 1) {
        Ok(())
    } else {
        Err("has more than one dimension".into())
    }
}

fn bitcast(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    is_low_rank(op, b, "result")?;
    let ty = b.converted_result(op.op)?;
    b.replace_with(op.op, llvm::Bitcast::NAME, op.operands, &[ty], &[]);
    Ok(())
}

fn fma(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    is_low_rank(op, b, "result")?;
    let ty = b.converted_result(op.op)?;
    let value = b.value(intrinsics::FMulAdd::NAME, op.operands, ty, &[]);
    b.replace(op.op, &[value]);
    Ok(())
}

fn interleave(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    is_low_rank(op, b, "result")?;
    let result = vector_of(b.op_ref(op.op), "result").ok_or("gives no vector")?;
    let ty = b.converted_result(op.op)?;
    let [lhs, rhs] = *op.operands else { return Err("has no operands".into()) };
    let value = if result.is_scalable() {
        b.create_value(intrinsics::VectorInterleave2::build(lhs, rhs, ty))
    } else {
        b.unroll(rows(&result))?;
        let half = result.count() / 2;
        shuffle_vector(b, (lhs, rhs), ty, (0..half).flat_map(|index| [index, half + index]))
    };
    b.replace(op.op, &[value]);
    Ok(())
}

fn deinterleave(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    is_low_rank(op, b, "source")?;
    let source = vector_of(b.op_ref(op.op), "source").ok_or("takes no vector")?;
    let types: Vec<Type> = b.converted_results(op.op)?;
    let (Some(&value), Some(&ty)) = (op.operands.first(), types.first()) else {
        return Err("has no operands".into());
    };
    let values = if source.is_scalable() {
        let pair = struct_literal(b.context(), &types, false);
        let pair = b.create_value(intrinsics::VectorDeinterleave2::build(value, pair));
        [b.extract_value(pair, &[0]), b.extract_value(pair, &[1])]
    } else {
        b.unroll(rows(&source))?;
        let source_type = b.type_of(value);
        let poison = b.poison(source_type);
        let half = source.count() / 2;
        let even = shuffle_vector(b, (value, poison), ty, (0..half).map(|index| 2 * index));
        let odd = shuffle_vector(b, (value, poison), ty, (0..half).map(|index| 2 * index + 1));
        [even, odd]
    };
    b.replace(op.op, &values);
    Ok(())
}

fn step(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    if !vector_of(b.op_ref(op.op), "result").is_some_and(|vector| vector.is_scalable()) {
        return Err("has a fixed size".into());
    }
    let ty = b.converted_result(op.op)?;
    let value = b.create_value(intrinsics::StepVector::build(ty));
    b.replace(op.op, &[value]);
    Ok(())
}

fn vscale(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = b.converted_result(op.op)?;
    let value = b.create_value(intrinsics::VScale::build(ty));
    b.replace(op.op, &[value]);
    Ok(())
}
