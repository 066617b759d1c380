//! Conversion of `ub` to the `llvm` dialect. Source: MLIR's `UBToLLVM.cpp`.

use tern_dialect_core::ub;
use tern_dialect_llvm::ops as llvm;
use tern_mlir::rewrite::Builder;

use crate::conversion::{Adaptor, LlvmBuilder, Patterns, Rewrite, Rewriter};

/// Adds the patterns of the dialect.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[ub::Poison::NAME], poison);
    patterns.on(&[ub::Unreachable::NAME], unreachable);
}

fn poison(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = b.converted_result(op.op)?;
    let poison = b.poison(ty);
    b.replace(op.op, &[poison]);
    Ok(())
}

fn unreachable(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    b.create(llvm::Unreachable::build());
    b.erase(op.op);
    Ok(())
}
