//! Verifiers of allocations.

use tern_mlir::declare::{Trait, View};
use tern_mlir::verify::{RegionEdge, RegionTarget, Verifier};
use tern_mlir::{OpRef, Value};

use super::{memref_of, show};
use crate::loops::edges_from;
use crate::memref::types::layout_symbols;
use crate::memref::{Alloc, Alloca, AllocaScope, AllocaScopeReturn, Realloc};

/// Checks the operands of `memref.alloc`.
pub(crate) fn alloc(verifier: &mut Verifier<'_>, alloc: Alloc<View<'_>>) {
    allocation(verifier, *alloc.0, alloc.memref(), alloc.dynamicSizes(), alloc.symbolOperands());
}

/// Checks that there is one operand per dynamic size and per symbol of the layout.
fn allocation(verifier: &mut Verifier<'_>, op: OpRef<'_>, memref: Value, sizes: &[Value], symbols: &[Value]) {
    let Some(ty) = memref_of(op, memref) else { return };
    if sizes.len() != ty.dynamic_sizes() {
        let message = "dimension operand count does not equal memref dynamic dimension count";
        return verifier.error(op, message);
    }
    let (wanted, found) = (layout_symbols(op.context, &ty), symbols.len());
    if wanted != found {
        let message = format!(
            "symbol operand count does not equal memref symbol count: expected {wanted}, got {found}"
        );
        verifier.error(op, message);
    }
}

/// Checks the operands as in [`alloc`], and that there is an enclosing allocation scope.
pub(crate) fn alloca(verifier: &mut Verifier<'_>, alloca: Alloca<View<'_>>) {
    let op = *alloca.0;
    let scope = |around: OpRef<'_>| {
        around.def().is_some_and(|def| def.has(|t| matches!(t, Trait::AutomaticAllocationScope)))
    };
    if !verifier.ancestors().any(scope) {
        return verifier.error(op, "requires an ancestor op with AutomaticAllocationScope trait");
    }
    allocation(verifier, op, alloca.memref(), alloca.dynamicSizes(), alloca.symbolOperands());
}

/// Checks that the types are compatible, and that the size is given exactly if the result's size is dynamic.
pub(crate) fn realloc(verifier: &mut Verifier<'_>, realloc: Realloc<View<'_>>) {
    let (op, source, result) = (*realloc.0, realloc.source(), realloc.result());
    let (Some(from), Some(to)) = (memref_of(op, source), memref_of(op, result)) else { return };
    let (source, result) = (show(op, op.type_of(source)), show(op, op.type_of(result)));
    let given = realloc.dynamicResultSize().is_some();
    let problem = if !from.is_identity(op.context) {
        format!("unsupported layout for source memref type {source}")
    } else if !to.is_identity(op.context) {
        format!("unsupported layout for result memref type {result}")
    } else if from.memory_space != to.memory_space {
        format!(
            "different memory spaces specified for source memref type {source} and result memref type {result}"
        )
    } else if from.element != to.element {
        format!(
            "different element types specified for source memref type {source} and result memref type {result}"
        )
    } else if !to.has_static_shape() && !given {
        format!("missing dimension operand for result type {result}")
    } else if to.has_static_shape() && given {
        format!("unnecessary dimension operand for result type {result}")
    } else {
        return;
    };
    verifier.error_plain(op, problem);
}

/// The region edges of an allocation scope.
pub(crate) fn scope_edges(scope: AllocaScope<View<'_>>) -> Vec<RegionEdge<'_>> {
    let results: Vec<Value> = scope.results().collect();
    edges_from(*scope.0, 0, AllocaScopeReturn::DEF, 0, RegionTarget::Parent, &results)
}
