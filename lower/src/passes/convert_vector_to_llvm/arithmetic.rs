//! Conversion of arithmetic on whole vectors.

use tern_dialect_core::vector::types::vector_of;
use tern_dialect_llvm::types::struct_literal;
use tern_mlir::Type;

use super::elements::shuffle_vector;
use crate::conversion::{Adaptor, Builder, Patterns, Rewrite, Rewriter};
use crate::unrolling::rows;

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&["vector.bitcast"], bitcast);
    patterns.on(&["vector.fma"], fma);
    patterns.on(&["vector.interleave"], interleave);
    patterns.on(&["vector.deinterleave"], deinterleave);
    patterns.on(&["vector.step"], step);
    patterns.on(&["vector.vscale"], vscale);
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
    b.replace_with(op.op, "llvm.bitcast", op.operands, &[ty], &[]);
    Ok(())
}

fn fma(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    is_low_rank(op, b, "result")?;
    let ty = b.converted_result(op.op)?;
    let value = b.value("llvm.intr.fmuladd", op.operands, ty, &[]);
    b.replace(op.op, &[value]);
    Ok(())
}

fn interleave(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    is_low_rank(op, b, "result")?;
    let result = vector_of(b.op_ref(op.op), "result").ok_or("gives no vector")?;
    let ty = b.converted_result(op.op)?;
    let [lhs, rhs] = *op.operands else { return Err("has no operands".into()) };
    let value = if result.is_scalable() {
        b.value("llvm.intr.vector.interleave2", &[lhs, rhs], ty, &[])
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
        let pair = b.value("llvm.intr.vector.deinterleave2", &[value], pair, &[]);
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
    let value = b.value("llvm.intr.stepvector", &[], ty, &[]);
    b.replace(op.op, &[value]);
    Ok(())
}

fn vscale(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = b.converted_result(op.op)?;
    let value = b.value("llvm.intr.vscale", &[], ty, &[]);
    b.replace(op.op, &[value]);
    Ok(())
}
