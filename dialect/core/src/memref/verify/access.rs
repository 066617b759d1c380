//! Verifiers of loads, stores and atomic operations.

use tern_mlir::declare::{Trait, View};
use tern_mlir::verify::Verifier;
use tern_mlir::{OpRef, Value};

use super::{memref_of, show};
use crate::memref::AtomicRMWKind;
use crate::memref::constraints::{is_float, is_signless};
use crate::memref::{AtomicRmw, AtomicYield, GenericAtomicRmw, Load, Prefetch, Store};

/// The rank of `memref`, if the number of indices differs from it.
fn wrong_rank(op: OpRef<'_>, memref: Value, indices: &[Value]) -> Option<usize> {
    Some(memref_of(op, memref)?.rank()).filter(|&rank| rank != indices.len())
}

/// Checks the number of indices.
pub(crate) fn load(verifier: &mut Verifier<'_>, load: Load<View<'_>>) {
    let (op, indices) = (*load.0, load.indices());
    if let Some(rank) = wrong_rank(op, load.memref(), indices) {
        let found = indices.len();
        verifier.error(op, format!("incorrect number of indices for load, expected {rank} but got {found}"));
    }
}

/// Checks the number of indices.
pub(crate) fn store(verifier: &mut Verifier<'_>, op: Store<View<'_>>) {
    if wrong_rank(*op.0, op.memref(), op.indices()).is_some() {
        verifier.error(*op.0, "store index operand count not equal to memref rank");
    }
}

/// Checks the number of indices.
pub(crate) fn prefetch(verifier: &mut Verifier<'_>, op: Prefetch<View<'_>>) {
    if wrong_rank(*op.0, op.memref(), op.indices()).is_some() {
        verifier.error(*op.0, "too few indices");
    }
}

/// Checks the number of indices, and that the kind supports the value's type.
pub(crate) fn atomic_rmw(verifier: &mut Verifier<'_>, rmw: AtomicRmw<View<'_>>) {
    let (op, kind, ty) = (*rmw.0, rmw.kind(), rmw.0.type_of(rmw.value()));
    if wrong_rank(op, rmw.memref(), rmw.indices()).is_some() {
        return verifier.error(op, "expects the number of subscripts to be equal to memref rank");
    }
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
pub(crate) fn generic_atomic_rmw(verifier: &mut Verifier<'_>, rmw: GenericAtomicRmw<View<'_>>) {
    let (op, (body, region)) = (*rmw.0, rmw.atomic_body());
    let Some(&block) = body.region_blocks(region).first() else { return };
    let &[argument] = body.block_arguments(block) else {
        return verifier.error(op, "expected single number of entry block arguments");
    };
    if body.value_type(argument) != op.type_of(rmw.result()) {
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
pub(crate) fn atomic_yield(verifier: &mut Verifier<'_>, end: AtomicYield<View<'_>>) {
    let (op, own) = (*end.0, end.0.type_of(end.result()));
    let parent = verifier.parent().and_then(|parent| Some(parent.type_of(parent.result()?)));
    let Some(parent) = parent else { return };
    if parent != own {
        let (own, parent) = (show(op, own), show(op, parent));
        verifier.error(op, format!("types mismatch between yield op: {own} and its parent: {parent}"));
    }
}
