//! `llvm-optimize-for-nvvm-target`: divisions of halves become products with an approximate reciprocal, refined by a step of
//! Newton's method, where the exponent of the approximation is neither all zeros nor all ones.

use rustc_hash::FxHashMap;
use tern_dialect::llvm::enums::ICmpPredicate;
use tern_dialect::{Attribute, Body, Context, Op, OpRef, Type, TypeKind, Value};

use super::walk_bodies;
use crate::conversion::Builder;
use crate::effects::remove_unused;
use crate::inserter::{Inserter, replace_uses};
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration.
pub static OPTIMIZE_FOR_NVVM: PassDef = PassDef {
    name: "llvm-optimize-for-nvvm-target",
    summary: "Optimize NVVM IR",
    anchor: None,
    options: &[],
    make: |_| Ok(Box::new(OptimizeForNvvm)),
};

/// The bits of the exponent of an `f32`.
const EXPONENT: i64 = 0x7f80_0000;

struct OptimizeForNvvm;

impl Pass for OptimizeForNvvm {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let context = target.context;
        walk_bodies(target.body, target.op, &mut |body, ops| {
            let divisions: Vec<Op> =
                ops.iter().copied().filter(|&op| is_division(context, body, op)).collect();
            let Some(entry) = divisions.first().and_then(|&op| entry_of(body, op)) else { return };
            let mut constants = Inserter { context, body, before: entry };
            let (zero, mask) = (unsigned(&mut constants, 0), unsigned(&mut constants, EXPONENT));
            let mut replaced = FxHashMap::default();
            for op in divisions {
                if let Some((result, quotient)) = divide(context, body, op, zero, mask) {
                    replaced.insert(result, quotient);
                    body.remove_op(op);
                }
            }
            replace_uses(body, &replaced);
            remove_unused(context, body, ops);
        });
        Ok(())
    }
}

fn is_division(context: &Context, body: &Body, op: Op) -> bool {
    let op = OpRef::new(context, body, op);
    op.name() == "llvm.fdiv" && op.result().is_some_and(|result| is_half(context, op.type_of(result)))
}

fn is_half(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(tern_dialect::types::FloatKind::F16))
}

/// The first operation of the outermost region of a body that `op` is in: of a function, where its constants stand.
fn entry_of(body: &Body, op: Op) -> Option<Op> {
    let mut region = body.block_region(body.op_block(op)?)?;
    while let Some(parent) = body.region_parent(region).filter(|_| !body.root_regions().contains(&region)) {
        region = body.block_region(body.op_block(parent)?)?;
    }
    body.block_first(*body.region_blocks(region).first()?)
}

/// A constant of 32 bits, which upstream spells as an unsigned one.
fn unsigned(builder: &mut Inserter<'_, '_>, value: i64) -> Value {
    let context = builder.context;
    let ui32 =
        context.ty(TypeKind::Integer { width: 32, signedness: tern_dialect::types::Signedness::Unsigned });
    builder.constant(context.common.i32, Attribute::integer(context, ui32, value))
}

/// The quotient that a division gives, computed before it; returns what the division gave first.
fn divide(context: &Context, body: &mut Body, op: Op, zero: Value, mask: Value) -> Option<(Value, Value)> {
    let (result, &[lhs, rhs]) = (body.result(op)?, body.operands(op)) else { return None };
    let half = body.value_type(result);
    let common = &context.common;
    let (f32, i32, i1) = (common.f32, common.i32, common.i1);
    let mut b = Inserter { context, body, before: op };
    let lhs = b.value("llvm.fpext", &[lhs], f32, &[]);
    let rhs = b.value("llvm.fpext", &[rhs], f32, &[]);
    let reciprocal = b.value("nvvm.rcp.approx.ftz.f", &[rhs], f32, &[]);
    let approximate = b.value("llvm.fmul", &[lhs, reciprocal], f32, &[]);
    let negated = b.value("llvm.fneg", &[rhs], f32, &[]);
    let error = b.value("llvm.intr.fma", &[approximate, negated, lhs], f32, &[]);
    let refined = b.value("llvm.intr.fma", &[error, reciprocal, approximate], f32, &[]);
    let bits = b.value("llvm.bitcast", &[approximate], i32, &[]);
    let exponent = b.value("llvm.and", &[bits, mask], i32, &[]);
    let zeros = b.icmp(ICmpPredicate::Eq, exponent, zero);
    let ones = b.icmp(ICmpPredicate::Eq, exponent, mask);
    let special = b.value("llvm.or", &[zeros, ones], i1, &[]);
    let quotient = b.value("llvm.select", &[special, approximate, refined], f32, &[]);
    Some((result, b.value("llvm.fptrunc", &[quotient], half, &[])))
}
