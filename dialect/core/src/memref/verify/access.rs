//! Verifiers of loads, stores and atomic operations.

use tern_mlir::OpRef;
use tern_mlir::declare::Trait;
use tern_mlir::verify::Verifier;

use super::{memref_of, operand_type, result_type, show};
use crate::memref::AtomicRMWKind;
use crate::memref::constraints::{is_float, is_signless};

/// The rank of the operand `memref`, and the number of indices.
fn rank_and_indices(op: OpRef<'_>) -> Option<(usize, usize)> {
    let &memref = op.operand_group("memref").first()?;
    Some((memref_of(op, memref)?.rank(), op.operand_group("indices").len()))
}

/// Checks the number of indices.
pub(crate) fn load(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if let Some((rank, found)) = rank_and_indices(op).filter(|(rank, found)| rank != found) {
        verifier.error(op, format!("incorrect number of indices for load, expected {rank} but got {found}"));
    }
}

/// Checks the number of indices.
pub(crate) fn store(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if rank_and_indices(op).is_some_and(|(rank, found)| rank != found) {
        verifier.error(op, "store index operand count not equal to memref rank");
    }
}

/// Checks the number of indices.
pub(crate) fn prefetch(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if rank_and_indices(op).is_some_and(|(rank, found)| rank != found) {
        verifier.error(op, "too few indices");
    }
}

/// Checks the number of indices, and that the kind supports the value's type.
pub(crate) fn atomic_rmw(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if rank_and_indices(op).is_some_and(|(rank, found)| rank != found) {
        return verifier.error(op, "expects the number of subscripts to be equal to memref rank");
    }
    let kind = op.property("kind").and_then(|kind| AtomicRMWKind::from_value(kind.as_u64(op.context)?));
    let (Some(kind), Some(ty)) = (kind, operand_type(op, "value")) else { return };
    use AtomicRMWKind::{
        Addf, Addi, Andi, Assign, Maximumf, Maxnumf, Maxs, Maxu, Minimumf, Minnumf, Mins, Minu, Mulf, Muli,
        Ori, Xori,
    };
    let (fits, wanted) = match kind {
        Addf | Maximumf | Minimumf | Mulf => (is_float(op.context, ty), "a floating-point"),
        Addi | Maxs | Maxu | Mins | Minu | Muli | Ori | Xori | Andi => {
            (is_signless(op.context, ty), "an integer")
        }
        Maxnumf | Minnumf | Assign => return,
    };
    if !fits {
        let kind = kind.spelling();
        verifier.error(op, format!("with kind '{kind}' expects {wanted} type"));
    }
}

/// Checks the argument of the region, and that its operations have no side effects.
pub(crate) fn generic_atomic_rmw(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let (body, regions) = op.body.regions(op.op);
    let Some(&block) = regions.first().and_then(|&region| body.region_blocks(region).first()) else { return };
    let &[argument] = body.block_arguments(block) else {
        return verifier.error(op, "expected single number of entry block arguments");
    };
    if Some(body.value_type(argument)) != result_type(op) {
        return verifier.error(op, "expected block argument of the same type result type");
    }
    for inner in body.block_ops(block).map(|inner| OpRef::new(op.context, body, inner)) {
        let pure =
            |def: &tern_mlir::declare::OpDef| def.has(|t| matches!(t, Trait::Pure | Trait::NoMemoryEffect));
        if !inner.def().is_some_and(pure) {
            return verifier.error_plain(
                inner,
                "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects",
            );
        }
    }
}

/// Checks the operand's type against the parent operation.
pub(crate) fn atomic_yield(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(parent) = verifier.parent().and_then(result_type) else { return };
    let Some(own) = operand_type(op, "result") else { return };
    if parent != own {
        let (own, parent) = (show(op, own), show(op, parent));
        verifier.error(op, format!("types mismatch between yield op: {own} and its parent: {parent}"));
    }
}
