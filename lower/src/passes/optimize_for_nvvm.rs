//! `llvm-optimize-for-nvvm-target`: replaces divisions of `f16` by a multiplication with an approximate reciprocal. One step of
//! Newton's method refines it, unless the exponent of the approximation is all zeros or all ones.

use tern_dialect_llvm::enums::ICmpPredicate;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::rewrite::Builder;
use tern_mlir::types::{FloatKind, Signedness};
use tern_mlir::{Attribute, Op, TypeKind, Value};

use crate::conversion::LlvmBuilder;
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
    let (result, &[lhs, rhs], llvm::FDiv::NAME) = (original.result()?, original.operands(), original.name())
    else {
        return None;
    };
    let half = original.type_of(result);
    let context = b.context();
    if !matches!(half.kind(context), TypeKind::Float(FloatKind::F16)) {
        return None;
    }
    let (f32, i32) = (context.common.f32, context.common.i32);
    let lhs = b.create_value(llvm::FPExt::build(lhs, f32));
    let rhs = b.create_value(llvm::FPExt::build(rhs, f32));
    let reciprocal = b.value("nvvm.rcp.approx.ftz.f", &[rhs], f32, &[]);
    let approximate = b.create_value(llvm::FMul::build(lhs, reciprocal));
    let negated = b.create_value(llvm::FNeg::build(rhs));
    let error = b.create_value(intrinsics::FMA::build(approximate, negated, lhs));
    let refined = b.create_value(intrinsics::FMA::build(error, reciprocal, approximate));
    let mask = unsigned(b, EXPONENT);
    let bits = b.create_value(llvm::Bitcast::build(approximate, i32));
    let exponent = b.create_value(llvm::And::build(bits, mask));
    let zero = unsigned(b, 0);
    let zeros = b.icmp(ICmpPredicate::Eq, exponent, zero);
    let ones = b.icmp(ICmpPredicate::Eq, exponent, mask);
    let special = b.create_value(llvm::Or::build(zeros, ones));
    let quotient = b.create_value(llvm::Select::build(special, approximate, refined, f32));
    let quotient = b.create_value(llvm::FPTrunc::build(quotient, half));
    b.replace(op, &[quotient]);
    Some(())
}
