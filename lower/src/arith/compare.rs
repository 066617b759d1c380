//! Conversion of `arith.cmpi` and `arith.cmpf`.

use tern_dialect_core::arith;
use tern_dialect_core::arith::{CmpFPredicate, CmpIPredicate};
use tern_dialect_llvm::enums::{FCmpPredicate, ICmpPredicate};
use tern_dialect_llvm::ops as llvm;
use tern_mlir::rewrite::Builder;

use super::reject_unsupported_floats;
use crate::conversion::elementwise::{Elementwise, each_part};
use crate::conversion::{Adaptor, LlvmBuilder, Patterns, Rewrite, Rewriter};

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[arith::CmpI::NAME], integers);
    patterns.on(&[arith::CmpF::NAME], floats);
}

fn integers(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let predicate = match arith::CmpI::expect(b.original(op)).predicate() {
        CmpIPredicate::Eq => ICmpPredicate::Eq,
        CmpIPredicate::Ne => ICmpPredicate::Ne,
        CmpIPredicate::Slt => ICmpPredicate::Slt,
        CmpIPredicate::Sle => ICmpPredicate::Sle,
        CmpIPredicate::Sgt => ICmpPredicate::Sgt,
        CmpIPredicate::Sge => ICmpPredicate::Sge,
        CmpIPredicate::Ult => ICmpPredicate::Ult,
        CmpIPredicate::Ule => ICmpPredicate::Ule,
        CmpIPredicate::Ugt => ICmpPredicate::Ugt,
        CmpIPredicate::Uge => ICmpPredicate::Uge,
    };
    let result = b.converted_result(op.op)?;
    let value =
        each_part(b, op.operands, result, |b, operands, _| b.icmp(predicate, operands[0], operands[1]))?;
    b.replace(op.op, &[value]);
    Ok(())
}

fn floats(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    reject_unsupported_floats(op, b)?;
    let predicate = match arith::CmpF::expect(b.original(op)).predicate() {
        CmpFPredicate::AlwaysFalse => FCmpPredicate::False,
        CmpFPredicate::Oeq => FCmpPredicate::Oeq,
        CmpFPredicate::Ogt => FCmpPredicate::Ogt,
        CmpFPredicate::Oge => FCmpPredicate::Oge,
        CmpFPredicate::Olt => FCmpPredicate::Olt,
        CmpFPredicate::Ole => FCmpPredicate::Ole,
        CmpFPredicate::One => FCmpPredicate::One,
        CmpFPredicate::Ord => FCmpPredicate::Ord,
        CmpFPredicate::Ueq => FCmpPredicate::Ueq,
        CmpFPredicate::Ugt => FCmpPredicate::Ugt,
        CmpFPredicate::Uge => FCmpPredicate::Uge,
        CmpFPredicate::Ult => FCmpPredicate::Ult,
        CmpFPredicate::Ule => FCmpPredicate::Ule,
        CmpFPredicate::Une => FCmpPredicate::Une,
        CmpFPredicate::Uno => FCmpPredicate::Uno,
        CmpFPredicate::AlwaysTrue => FCmpPredicate::True,
    };
    let mut into = Elementwise::like(b.op_ref(op.op), llvm::FCmp::start().predicate(predicate));
    // Upstream drops discardable attributes, as for integers.
    into.attributes = b.context().common.empty_dictionary;
    into.replace(op, b)
}
