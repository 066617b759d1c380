//! `llvm-optimize-for-nvvm-target`: replaces divisions of `f16` by a multiplication with an approximate reciprocal. One step of
//! Newton's method refines it, unless the exponent of the approximation is all zeros or all ones.

use tern_dialect_llvm::enums::ICmpPredicate;
use tern_mlir::types::{FloatKind, Signedness};
use tern_mlir::{Attribute, Op, TypeKind, Value};

use crate::conversion::Builder;
use crate::greedy::{GreedyRewriter, rewrite_greedily};
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration of the pass.
pub static OPTIMIZE_FOR_NVVM: PassDef = PassDef {
    name: "llvm-optimize-for-nvvm-target",
    summary: "Optimize NVVM IR",
    anchor: None,
    options: &[],
    make: |_| Ok(Box::new(OptimizeForNvvm)),
};

/// The mask of the exponent bits of an `f32`.
const EXPONENT: i64 = 0x7f80_0000;

struct OptimizeForNvvm;

impl Pass for OptimizeForNvvm {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        rewrite_greedily(target.context, target.body, target.op, &|b, op| divide(b, op).is_some());
        Ok(())
    }
}

/// A 32-bit constant, spelled as unsigned as upstream does.
fn unsigned(b: &mut GreedyRewriter<'_, '_>, value: i64) -> Value {
    let context = b.context();
    let ui32 = context.ty(TypeKind::Integer { width: 32, signedness: Signedness::Unsigned });
    b.constant(context.common.i32, Attribute::integer(context, ui32, value))
}

/// Replaces a division of `f16`.
fn divide(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Option<()> {
    let original = b.op_ref(op);
    let (result, &[lhs, rhs], "llvm.fdiv") = (original.result()?, original.operands(), original.name())
    else {
        return None;
    };
    let half = original.type_of(result);
    let context = b.context();
    if !matches!(half.kind(context), TypeKind::Float(FloatKind::F16)) {
        return None;
    }
    let (f32, i32, i1) = (context.common.f32, context.common.i32, context.common.i1);
    let lhs = b.value("llvm.fpext", &[lhs], f32, &[]);
    let rhs = b.value("llvm.fpext", &[rhs], f32, &[]);
    let reciprocal = b.value("nvvm.rcp.approx.ftz.f", &[rhs], f32, &[]);
    let approximate = b.value("llvm.fmul", &[lhs, reciprocal], f32, &[]);
    let negated = b.value("llvm.fneg", &[rhs], f32, &[]);
    let error = b.value("llvm.intr.fma", &[approximate, negated, lhs], f32, &[]);
    let refined = b.value("llvm.intr.fma", &[error, reciprocal, approximate], f32, &[]);
    let mask = unsigned(b, EXPONENT);
    let bits = b.value("llvm.bitcast", &[approximate], i32, &[]);
    let exponent = b.value("llvm.and", &[bits, mask], i32, &[]);
    let zero = unsigned(b, 0);
    let zeros = b.icmp(ICmpPredicate::Eq, exponent, zero);
    let ones = b.icmp(ICmpPredicate::Eq, exponent, mask);
    let special = b.value("llvm.or", &[zeros, ones], i1, &[]);
    let quotient = b.value("llvm.select", &[special, approximate, refined], f32, &[]);
    let quotient = b.value("llvm.fptrunc", &[quotient], half, &[]);
    b.replace(op, &[quotient]);
    Some(())
}
