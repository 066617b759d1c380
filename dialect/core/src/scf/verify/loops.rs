//! Verifiers and region edges of sequential loops.

use tern_mlir::Value;
use tern_mlir::declare::View;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::verify::{RegionEdge, RegionTarget, Verifier};

use crate::loops::{edges_from, loop_edges, verify_carried};
use crate::scf::{Condition, For, While, Yield};

/// Checks that there are as many initial values as results.
pub(crate) fn r#for(verifier: &mut Verifier<'_>, op: For<View<'_>>) {
    if op.initArgs().len() != op.results().len() {
        verifier.error(*op.0, "mismatch in number of loop-carried values and defined values");
    }
}

/// Checks the arguments of the region and the loop-carried values.
pub(crate) fn for_region(verifier: &mut Verifier<'_>, r#for: For<View<'_>>) {
    let op = *r#for.0;
    let Some((&counter, carried)) = op.region_arguments(0).split_first() else {
        return verifier.error(op, "expected body to have at least 1 argument(s) for the induction variable");
    };
    let yielded = op.last_of_region(0).map(|last| last.operands()).unwrap_or_default();
    if !verify_carried(verifier, op, r#for.initArgs(), carried, yielded) {
        return;
    }
    if op.type_of(r#for.lowerBound()) != op.type_of(counter) {
        verifier.error(op, "expected induction variable to be same type as bounds and step");
    }
}

/// The region edges of `scf.for`.
pub(crate) fn for_edges(op: For<View<'_>>) -> Vec<RegionEdge<'_>> {
    let carried = op.0.region_arguments(0).get(1..).unwrap_or_default();
    loop_edges(*op.0, op.initArgs(), carried, Yield::DEF)
}

/// Checks the terminators of both regions.
pub(crate) fn r#while(verifier: &mut Verifier<'_>, r#while: While<View<'_>>) {
    let op = *r#while.0;
    for (region, name, wanted) in [(0, "before", Condition::DEF), (1, "after", Yield::DEF)] {
        let last = op.last_of_region(region);
        if last.is_none_or(|last| !last.is(wanted)) {
            let wanted = wanted.name;
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
pub(crate) fn while_edges(r#while: While<View<'_>>) -> Vec<RegionEdge<'_>> {
    let op = *r#while.0;
    let results: Vec<Value> = r#while.results().collect();
    let (before, after) = (op.region_arguments(0), op.region_arguments(1));
    let mut edges = vec![RegionEdge {
        from: None,
        operands: r#while.inits().to_vec(),
        to: RegionTarget::Region(0),
        inputs: before.to_vec(),
    }];
    edges.extend(edges_from(op, 0, Condition::DEF, 1, RegionTarget::Parent, &results));
    edges.extend(edges_from(op, 0, Condition::DEF, 1, RegionTarget::Region(1), after));
    edges.extend(edges_from(op, 1, Yield::DEF, 0, RegionTarget::Region(0), before));
    edges
}
