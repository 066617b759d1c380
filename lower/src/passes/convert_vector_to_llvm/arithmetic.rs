//! Conversion of arithmetic on whole vectors.

use tern_dialect_core::vector;
use tern_dialect_core::vector::types::VectorType;
use tern_dialect_llvm::types::struct_literal;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Type, Value};

use super::elements::shuffle_vector;
use super::vector_type;
use crate::conversion::{Adaptor, LlvmBuilder, NoMatch, Patterns, Rewrite, Rewriter};
use crate::unrolling::rows;

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[vector::BitCast::NAME], bitcast);
    patterns.on(&[vector::Fma::NAME], fma);
    patterns.on(&[vector::Interleave::NAME], interleave);
    patterns.on(&[vector::Deinterleave::NAME], deinterleave);
    patterns.on(&[vector::Step::NAME], step);
    patterns.on(&[vector::Vscale::NAME], vscale);
}

/// The type of a vector; fails if it has more than one dimension.
fn low_rank(b: &Rewriter<'_, '_>, vector: Value) -> Result<VectorType, NoMatch> {
    let vector = vector_type(b, vector).filter(|vector| vector.rank() <= 1);
    vector.ok_or_else(|| "has more than one dimension".into())
}

fn bitcast(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let cast = vector::BitCast::expect(b.converted(op));
    low_rank(b, cast.result())?;
    let ty = b.converted_result(op.op)?;
    b.replace_by(op.op, llvm::Bitcast::build(cast.source(), ty));
    Ok(())
}

fn fma(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let fma = vector::Fma::expect(b.converted(op));
    low_rank(b, fma.result())?;
    let value = b.create_value(intrinsics::FMulAdd::build(fma.lhs(), fma.rhs(), fma.acc()));
    b.replace(op.op, &[value]);
    Ok(())
}

fn interleave(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let interleave = vector::Interleave::expect(b.converted(op));
    let (lhs, rhs) = (interleave.lhs(), interleave.rhs());
    let result = low_rank(b, interleave.result())?;
    let ty = b.converted_result(op.op)?;
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
    let source = low_rank(b, vector::Deinterleave::expect(b.original(op)).source())?;
    let value = vector::Deinterleave::expect(b.converted(op)).source();
    let types: Vec<Type> = b.converted_results(op.op)?;
    let ty = types[0];
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
    let result = vector::Step::expect(b.original(op)).result();
    if !vector_type(b, result).is_some_and(|vector| vector.is_scalable()) {
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
