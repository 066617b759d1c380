//! Verifiers and region edges of sequential loops.

use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::verify::{RegionEdge, RegionTarget, Verifier};
use tern_mlir::{OpRef, Value};

use crate::loops::{edges_from, loop_edges, region_arguments, terminator, verify_carried};

/// The initial values of the loop-carried values of `scf.for`.
fn inits(op: OpRef<'_>) -> &[Value] {
    op.operand_group("initArgs")
}

/// Checks that there are as many initial values as results.
pub(crate) fn r#for(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if inits(op).len() != op.body.results(op.op).len() {
        verifier.error(op, "mismatch in number of loop-carried values and defined values");
    }
}

/// Checks the arguments of the region and the loop-carried values.
pub(crate) fn for_region(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some((&counter, carried)) = region_arguments(op, 0).split_first() else {
        return verifier.error(op, "expected body to have at least 1 argument(s) for the induction variable");
    };
    let yielded = terminator(op, 0).map(|last| last.operands()).unwrap_or_default();
    if !verify_carried(verifier, op, inits(op), carried, yielded) {
        return;
    }
    if op.operands().first().is_some_and(|&lower| op.type_of(lower) != op.type_of(counter)) {
        verifier.error(op, "expected induction variable to be same type as bounds and step");
    }
}

/// The region edges of `scf.for`.
pub(crate) fn for_edges(op: OpRef<'_>) -> Vec<RegionEdge<'_>> {
    let carried = region_arguments(op, 0).get(1..).unwrap_or_default();
    loop_edges(op, inits(op), carried, "scf.yield")
}

/// Checks the terminators of both regions.
pub(crate) fn r#while(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    for (region, name, wanted) in [(0, "before", "scf.condition"), (1, "after", "scf.yield")] {
        let last = terminator(op, region);
        if last.is_none_or(|last| last.name() != wanted) {
            let message = format!("'scf.while' op expects the '{name}' region to terminate with '{wanted}'");
            let mut diagnostic = Diagnostic::error(op.body.op_location(op.op), message);
            if let Some(last) = last {
                diagnostic = diagnostic.with_note(last.body.op_location(last.op), "terminator here");
            }
            return verifier.report(op, diagnostic);
        }
    }
}

/// The region edges of `scf.while`.
pub(crate) fn while_edges(op: OpRef<'_>) -> Vec<RegionEdge<'_>> {
    let results: Vec<Value> = op.body.results(op.op).collect();
    let (before, after) = (region_arguments(op, 0), region_arguments(op, 1));
    let mut edges = vec![RegionEdge {
        from: None,
        operands: op.operands().to_vec(),
        to: RegionTarget::Region(0),
        inputs: before.to_vec(),
    }];
    edges.extend(edges_from(op, 0, "scf.condition", 1, RegionTarget::Parent, &results));
    edges.extend(edges_from(op, 0, "scf.condition", 1, RegionTarget::Region(1), after));
    edges.extend(edges_from(op, 1, "scf.yield", 0, RegionTarget::Region(0), before));
    edges
}
