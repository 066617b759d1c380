//! Verifiers of `affine`, for rules that the declarations do not express. Messages are worded as in MLIR.

use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::types::DYNAMIC;
use tern_mlir::verify::{RegionEdge, RegionTarget, Verifier};
use tern_mlir::{OpRef, Value};

use super::scope::{is_dim, is_symbol};
use super::{condition, map};
use crate::loops::{edges_from, loop_edges, region_arguments, result_types, terminator, verify_carried};

/// Whether the number of operands equals the number of dimensions and symbols of a map.
fn fits(op: OpRef<'_>, name: &'static str, operands: usize) -> bool {
    map(op, name).is_none_or(|map| (map.dims + map.symbols) as usize == operands)
}

/// Checks that the first `dims` operands are valid dimensions and the others valid symbols. Returns whether they are.
pub(super) fn identifiers(verifier: &mut Verifier<'_>, op: OpRef<'_>, dims: u32, operands: &[Value]) -> bool {
    for (&operand, at) in operands.iter().zip(0..) {
        let problem = match at < dims {
            true if !is_dim(op, operand) => "operand cannot be used as a dimension id",
            false if !is_symbol(op, operand) => "operand cannot be used as a symbol",
            _ => continue,
        };
        verifier.error(op, problem);
        return false;
    }
    true
}

/// Checks the number of operands and results of the map.
pub(super) fn apply(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if !fits(op, "map", op.operands().len()) {
        return verifier.error(op, "operand count and affine map dimension and symbol count must match");
    }
    if map(op, "map").is_some_and(|map| map.results.len() != 1) {
        return verifier.error(op, "mapping must produce one value");
    }
    let dims = map(op, "map").map_or(0, |map| map.dims as usize);
    // An operand that is neither a dimension nor a symbol is accepted, as upstream.
    if op.operands().iter().skip(dims).any(|&value| is_dim(op, value) && !is_symbol(op, value)) {
        verifier.error_plain(op, "dimensional operand cannot be used as a symbol");
    }
}

/// Checks the number of operands, and that the map has at least one result.
pub(super) fn min_max(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if !fits(op, "map", op.operands().len()) {
        return verifier.error(op, "operand count and affine map dimension and symbol count must match");
    }
    if map(op, "map").is_some_and(|map| map.results.is_empty()) {
        verifier.error(op, "affine map expect at least one result");
    }
}

/// Checks the arguments of the region, the bounds, and the loop-carried values.
pub(super) fn for_region(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some((&counter, carried)) = region_arguments(op, 0).split_first() else {
        let message = "expected body to have a single index argument for the induction variable";
        return verifier.error(op, message);
    };
    if op.type_of(counter) != op.context.common.index {
        let message = "expected body to have a single index argument for the induction variable";
        return verifier.error(op, message);
    }
    for (name, group) in [("lowerBoundMap", "lowerBoundOperands"), ("upperBoundMap", "upperBoundOperands")] {
        if !fits(op, name, op.operand_group(group).len()) {
            return verifier.error(op, "operand count and affine map dimension and symbol count must match");
        }
        let dims = map(op, name).map_or(0, |map| map.dims);
        if !identifiers(verifier, op, dims, op.operand_group(group)) {
            return;
        }
    }
    let yielded = terminator(op, 0).map(|last| last.operands()).unwrap_or_default();
    verify_carried(verifier, op, op.operand_group("inits"), carried, yielded);
}

/// The region edges of `affine.for`.
pub(super) fn for_edges(op: OpRef<'_>) -> Vec<RegionEdge<'_>> {
    let carried = region_arguments(op, 0).get(1..).unwrap_or_default();
    loop_edges(op, op.operand_group("inits"), carried, "affine.yield")
}

/// The region edges of `affine.if`.
pub(super) fn if_edges(op: OpRef<'_>) -> Vec<RegionEdge<'_>> {
    let results: Vec<Value> = op.body.results(op.op).collect();
    let out = |region| edges_from(op, region, "affine.yield", 0, RegionTarget::Parent, &results);
    [out(0), out(1)].into_iter().flatten().collect()
}

/// Checks the number of operands.
pub(super) fn r#if(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(set) = condition(op) else { return };
    if (set.dims + set.symbols) as usize != op.operands().len() {
        let message = "operand count and integer set dimension and symbol count must match";
        return verifier.error(op, message);
    }
    if op.operands().iter().any(|&value| op.type_of(value) != op.context.common.index) {
        return verifier.error(op, "operands must be of type 'index'");
    }
    identifiers(verifier, op, set.dims, op.operands());
}

/// Checks that the map has one result per dimension and matches the number of operands.
pub(super) fn access(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let memref = op.operand_group("memref").first().map(|&memref| op.type_of(memref));
    let Some(memref) = memref.and_then(|ty| MemRefType::of(op.context, ty)) else { return };
    let Some(map) = map(op, "map") else { return };
    if map.results.len() != memref.rank() {
        let message = match op.name() {
            "affine.prefetch" => "affine.prefetch affine map num results must equal memref rank",
            _ => "affine map num results must equal memref rank",
        };
        return verifier.error(op, message);
    }
    if (map.dims + map.symbols) as usize != op.operand_group("indices").len() {
        return verifier.error(op, "expects as many subscripts as affine map inputs");
    }
    let indices = op.operand_group("indices");
    match op.name() {
        "affine.prefetch" => {
            if !indices.iter().all(|&index| is_dim(op, index)) {
                verifier.error(op, "index must be a valid dimension or symbol identifier");
            }
        }
        _ => {
            identifiers(verifier, op, map.dims, indices);
        }
    }
}

/// Checks the yielded values against the results of the parent.
pub(super) fn r#yield(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(parent) = verifier.parent() else { return };
    if !["affine.for", "affine.if", "affine.parallel"].contains(&parent.name()) {
        return verifier.error(op, "only terminates affine.if/for/parallel regions");
    }
    let (wanted, found) = (result_types(parent), op.operands());
    if wanted.len() != found.len() {
        let message = "parent of yield must have same number of results as the yield operands";
        return verifier.error(op, message);
    }
    if wanted.iter().zip(found).any(|(&ty, &value)| op.type_of(value) != ty) {
        verifier.error(op, "types mismatch between yield op and its parent");
    }
}

/// The error in a basis for this number of digits, whose first element may be omitted.
fn basis_problem(op: OpRef<'_>, digits: usize, what: &str) -> Option<String> {
    let basis =
        op.property("static_basis").and_then(|basis| basis.as_dense_i64(op.context)).unwrap_or_default();
    if basis.len() != digits && basis.len() + 1 != digits {
        return Some(format!("should {what} for each basis element and up to one extra index"));
    }
    let dynamic = basis.iter().filter(|&&number| number == DYNAMIC).count();
    let given = op.operand_group("dynamic_basis").len();
    (dynamic != given).then(|| {
        format!("mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this can only happen due to an incorrect fold/rewrite ({dynamic} and {given})")
    })
}

/// Checks the basis of a delinearization.
pub(super) fn delinearize(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if let Some(problem) = basis_problem(op, op.body.results(op.op).len(), "return an index") {
        verifier.error(op, problem);
    }
}

/// Checks the basis of a linearization.
pub(super) fn linearize(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    if let Some(problem) = basis_problem(op, op.operand_group("multi_index").len(), "be passed an index") {
        verifier.error(op, problem);
    }
}
