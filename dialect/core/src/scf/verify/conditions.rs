//! Verifiers and region edges of the conditional operations.

use std::collections::BTreeSet;

use tern_mlir::asm::type_to_string;
use tern_mlir::declare::View;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::verify::{RegionEdge, RegionTarget, Verifier};
use tern_mlir::{OpRef, Value};

use crate::loops::edges_from;
use crate::scf::{ExecuteRegion, If, IndexSwitch, Yield};

/// The edges out of an operation from every `scf.yield` in its regions.
fn yields(op: OpRef<'_>) -> Vec<RegionEdge<'_>> {
    let results: Vec<Value> = op.body.results(op.op).collect();
    let count = op.body.regions(op.op).1.len();
    (0..count)
        .flat_map(|region| edges_from(op, region, Yield::DEF, 0, RegionTarget::Parent, &results))
        .collect()
}

/// The region edges of `scf.if`.
pub(crate) fn if_edges(op: If<View<'_>>) -> Vec<RegionEdge<'_>> {
    yields(*op.0)
}

/// The region edges of `scf.index_switch`.
pub(crate) fn switch_edges(op: IndexSwitch<View<'_>>) -> Vec<RegionEdge<'_>> {
    yields(*op.0)
}

/// The region edges of `scf.execute_region`.
pub(crate) fn execute_edges(op: ExecuteRegion<View<'_>>) -> Vec<RegionEdge<'_>> {
    yields(*op.0)
}

/// Checks that an `scf.if` with results has both regions.
pub(crate) fn r#if(verifier: &mut Verifier<'_>, op: If<View<'_>>) {
    let (body, otherwise) = op.elseRegion();
    if op.results().len() > 0 && body.region_blocks(otherwise).is_empty() {
        verifier.error(*op.0, "must have an else block if defining values");
    }
}

/// Checks that there is one region per case, and that the cases are distinct.
pub(crate) fn index_switch(verifier: &mut Verifier<'_>, switch: IndexSwitch<View<'_>>) {
    let (op, cases, regions) = (*switch.0, switch.cases(), switch.caseRegions().1.len());
    if cases.len() != regions {
        let values = cases.len();
        return verifier.error(op, format!("has {regions} case regions but {values} case values"));
    }
    let mut seen = BTreeSet::new();
    if let Some(twice) = cases.iter().find(|&&value| !seen.insert(value)) {
        verifier.error(op, format!("has duplicate case value: {twice}"));
    }
}

/// Checks the terminator of each region and the types that it yields.
pub(crate) fn switch_regions(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let results = op.result_types();
    for region in 0..op.body.regions(op.op).1.len() {
        let name = match region {
            0 => "default region".to_owned(),
            region => format!("case region #{}", region - 1),
        };
        let Some(last) = op.last_of_region(region) else { continue };
        if !last.is(Yield::DEF) {
            let found = last.name();
            return verifier.error(op, format!("expected region to end with scf.yield, but got {found}"));
        }
        let found: Vec<_> = last.operands().iter().map(|&value| op.type_of(value)).collect();
        let problem = if found.len() != results.len() {
            let (wanted, found) = (results.len(), found.len());
            Some((
                format!("expected each region to return {wanted} values, but {name} returns {found}"),
                None,
            ))
        } else {
            (0..found.len()).find(|&index| found[index] != results[index]).map(|index| {
                let (found, wanted) =
                    (type_to_string(op.context, found[index]), type_to_string(op.context, results[index]));
                (
                    format!("expected result #{index} of each region to be '{wanted}'"),
                    Some(format!("{name} returns '{found}' here")),
                )
            })
        };
        let Some((message, note)) = problem else { continue };
        let mut diagnostic =
            Diagnostic::error(op.body.op_location(op.op), format!("'scf.index_switch' op {message}"));
        if let Some(note) = note {
            diagnostic = diagnostic.with_note(last.body.op_location(last.op), note);
        }
        return verifier.report(op, diagnostic);
    }
}

/// Checks that there is an entry block without arguments.
pub(crate) fn execute_region(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if op.is_region_empty(0) {
        return verifier.error(op, "region needs to have at least one block");
    }
    if !op.region_arguments(0).is_empty() {
        verifier.error(op, "region cannot have any arguments");
    }
}
