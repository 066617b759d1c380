//! Conversion of atomic operations.

use std::collections::HashMap;

use tern_dialect_core::arith::AtomicRMWKind;
use tern_dialect_core::memref;
use tern_dialect_llvm::enums::{AtomicBinOp, AtomicOrdering};
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::struct_literal;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, OpState, Value, ValueDef};

use super::{element, element_address};
use crate::conversion::{Adaptor, LlvmBuilder, Point, Rewrite, Rewriter};

/// The operation of `llvm.atomicrmw` for a kind, if there is one.
fn bin_op(kind: AtomicRMWKind) -> Option<AtomicBinOp> {
    Some(match kind {
        AtomicRMWKind::Addf => AtomicBinOp::Fadd,
        AtomicRMWKind::Addi => AtomicBinOp::Add,
        AtomicRMWKind::Assign => AtomicBinOp::Xchg,
        AtomicRMWKind::Maximumf => AtomicBinOp::Fmaximum,
        AtomicRMWKind::Maxnumf => AtomicBinOp::Fmax,
        AtomicRMWKind::Maxs => AtomicBinOp::Max,
        AtomicRMWKind::Maxu => AtomicBinOp::Umax,
        AtomicRMWKind::Minimumf => AtomicBinOp::Fminimum,
        AtomicRMWKind::Minnumf => AtomicBinOp::Fmin,
        AtomicRMWKind::Mins => AtomicBinOp::Min,
        AtomicRMWKind::Minu => AtomicBinOp::Umin,
        AtomicRMWKind::Ori => AtomicBinOp::Or,
        AtomicRMWKind::Andi => AtomicBinOp::And,
        AtomicRMWKind::Xori => AtomicBinOp::Xor,
        AtomicRMWKind::Mulf | AtomicRMWKind::Muli => return None,
    })
}

/// Converts `memref.atomic_rmw`.
pub(super) fn atomic_rmw(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = memref::AtomicRmw::expect(b.original(op));
    let atomic = memref::AtomicRmw::expect(b.converted(op));
    let kind = bin_op(atomic.kind()).ok_or("llvm.atomicrmw has no such kind")?;
    let ty = b.type_of(original.memref());
    let (memref, value, indices) = (atomic.memref(), atomic.value(), atomic.indices().to_vec());
    let address = element_address(b, ty, memref, &indices, false)?;
    let result = b.type_of(value);
    b.replace_by(op.op, llvm::AtomicRMW::build(address, value, kind, AtomicOrdering::AcqRel, result));
    Ok(())
}

/// Converts `memref.generic_atomic_rmw` to a compare-and-swap loop: computes the new element from the old one, until the
/// exchange succeeds.
pub(super) fn generic_atomic_rmw(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let original = memref::GenericAtomicRmw::expect(b.original(op));
    let atomic = memref::GenericAtomicRmw::expect(b.converted(op));
    let ty = b.type_of(original.memref());
    let (memref, indices) = (atomic.memref(), atomic.indices().to_vec());
    let element = element(b, ty)?;
    let (body, region) = original.atomic_body();
    let &entry = body.region_blocks(region).first().ok_or("the region is empty")?;
    let &[current] = body.block_arguments(entry) else { return Err("one argument is wanted".into()) };
    let steps: Vec<_> = body.block_ops(entry).collect();
    if steps.iter().any(|&step| !body.regions(step).1.is_empty()) {
        return Err("operations with regions cannot be repeated".into());
    }
    let inside = |value: &Value| match body.value_def(*value) {
        ValueDef::Argument(block, _) => block == entry,
        ValueDef::Result(step, _) => body.op_block(step) == Some(entry),
    };
    if !steps.last().is_some_and(|&last| body.operands(last).iter().all(inside)) {
        let error = Diagnostic::error(b.location(), "result not defined in region");
        b.report(error);
        return Err("result not defined in region".into());
    }
    if let Some((_, steps)) = steps.split_last()
        && !steps.iter().all(|&step| b.can_be_made(step))
    {
        return Err("the region holds operations that are not converted".into());
    }
    let block = b.body().op_block(op.op).ok_or("the operation stands nowhere")?;

    let loop_block = b.split_block(block, op.op);
    let next = b.body().next_op(op.op).ok_or("the operation ends its block")?;
    let end = b.split_block(loop_block, next);
    let location = b.location();
    let argument = b.body_mut().add_argument(loop_block, element, location);
    b.at(Point::End(block));
    let address = element_address(b, ty, memref, &indices, false)?;
    let initial = b.load(element, address);
    b.br(loop_block, &[initial]);

    b.at(Point::Before(op.op));
    let mut copies: HashMap<Value, Value> = HashMap::from([(current, argument)]);
    let Some((&last, steps)) = steps.split_last() else { return Err("the region is empty".into()) };
    for &step in steps {
        let original = b.op_ref(step);
        let mut state = OpState::new(original.body.op_name(step), original.body.op_location(step));
        state.operands =
            original.operands().iter().map(|value| *copies.get(value).unwrap_or(value)).collect();
        let results: Vec<Value> = original.body.results(step).collect();
        state.result_types = results.iter().map(|&value| original.type_of(value)).collect();
        let entries = |dictionary: Attribute| dictionary.as_dictionary(context).unwrap_or_default().into();
        state.properties = entries(original.body.properties(step));
        state.attributes = entries(original.body.attributes(step));
        let copy = b.insert(state);
        copies.extend(results.into_iter().zip(b.body().results(copy)));
    }
    let result = b.body().operands(last).first().copied().ok_or("a value is missing")?;
    let result = *copies.get(&result).unwrap_or(&result);
    let pair = struct_literal(context, &[element, context.common.i1], false);
    let exchanged = b.create_value(llvm::CmpXchg::build(
        address,
        argument,
        result,
        AtomicOrdering::AcqRel,
        AtomicOrdering::Monotonic,
        pair,
    ));
    let found = b.extract_value(exchanged, &[0]);
    let done = b.extract_value(exchanged, &[1]);
    b.cond_br(done, (end, &[]), (loop_block, &[found]));
    b.replace(op.op, &[found]);
    Ok(())
}
