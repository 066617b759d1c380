//! Verifiers of allocations.

use tern_mlir::OpRef;
use tern_mlir::declare::Trait;
use tern_mlir::verify::{RegionEdge, RegionTarget, Verifier};

use super::{memref_of, show};
use crate::memref::types::layout_symbols;

/// Checks that there is one operand per dynamic size and per symbol of the layout.
pub(crate) fn alloc(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(ty) = op.result().and_then(|result| memref_of(op, result)) else { return };
    if op.operand_group("dynamicSizes").len() != ty.dynamic_sizes() {
        let message = "dimension operand count does not equal memref dynamic dimension count";
        return verifier.error(op, message);
    }
    let (wanted, found) = (layout_symbols(op.context, &ty), op.operand_group("symbolOperands").len());
    if wanted != found {
        let message = format!(
            "symbol operand count does not equal memref symbol count: expected {wanted}, got {found}"
        );
        verifier.error(op, message);
    }
}

/// Checks the operands as in [`alloc`], and that there is an enclosing allocation scope.
pub(crate) fn alloca(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let scope = |around: OpRef<'_>| {
        around.def().is_some_and(|def| def.has(|t| matches!(t, Trait::AutomaticAllocationScope)))
    };
    if !verifier.ancestors().any(scope) {
        return verifier.error(op, "requires an ancestor op with AutomaticAllocationScope trait");
    }
    alloc(verifier, op);
}

/// Checks that the types are compatible, and that the size is given exactly if the result's size is dynamic.
pub(crate) fn realloc(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let (Some(&source), Some(result)) = (op.operand_group("source").first(), op.result()) else { return };
    let (Some(from), Some(to)) = (memref_of(op, source), memref_of(op, result)) else { return };
    let (source, result) = (show(op, op.type_of(source)), show(op, op.type_of(result)));
    let given = !op.operand_group("dynamicResultSize").is_empty();
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
pub(crate) fn scope_edges(op: OpRef<'_>) -> Vec<RegionEdge<'_>> {
    let (body, regions) = op.body.regions(op.op);
    let results: Vec<_> = op.body.results(op.op).collect();
    let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
    let ends =
        blocks.filter_map(|&block| body.block_last(block)).map(|last| OpRef::new(op.context, body, last));
    ends.filter(|last| last.name() == "memref.alloca_scope.return")
        .map(|last| RegionEdge {
            from: Some(last),
            operands: last.operands().to_vec(),
            to: RegionTarget::Parent,
            inputs: results.clone(),
        })
        .collect()
}
