//! Verifiers of `affine`, for rules that the declarations do not express. Messages are worded as in MLIR.

use tern_mlir::affine::AffineMap;
use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::declare::View;
use tern_mlir::types::DYNAMIC;
use tern_mlir::verify::{RegionEdge, RegionTarget, Verifier};
use tern_mlir::{Attribute, OpRef, Value};

use super::access::Access;
use super::condition;
use super::ops::{
    Apply, DelinearizeIndex, For, If, LinearizeIndex, Load, Max, Min, Parallel, Prefetch, Store, VectorLoad,
    VectorStore, Yield,
};
use super::scope::{is_dim, is_symbol};
use crate::loops::{edges_from, loop_edges, verify_carried};

/// Whether the number of operands equals the number of dimensions and symbols of a map.
fn fits(map: &AffineMap, operands: &[Value]) -> bool {
    (map.dims + map.symbols) as usize == operands.len()
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
pub(super) fn apply(verifier: &mut Verifier<'_>, apply: Apply<View<'_>>) {
    let (op, operands) = (*apply.0, apply.mapOperands());
    let Some(map) = apply.map().as_affine_map(op.context) else { return };
    if !fits(map, operands) {
        return verifier.error(op, "operand count and affine map dimension and symbol count must match");
    }
    if map.results.len() != 1 {
        return verifier.error(op, "mapping must produce one value");
    }
    // An operand that is neither a dimension nor a symbol is accepted, as upstream.
    if operands.iter().skip(map.dims as usize).any(|&value| is_dim(op, value) && !is_symbol(op, value)) {
        verifier.error_plain(op, "dimensional operand cannot be used as a symbol");
    }
}

/// Checks the map of `affine.min`.
pub(super) fn min(verifier: &mut Verifier<'_>, min: Min<View<'_>>) {
    min_max(verifier, *min.0, min.map(), min.operands());
}

/// Checks the map of `affine.max`.
pub(super) fn max(verifier: &mut Verifier<'_>, max: Max<View<'_>>) {
    min_max(verifier, *max.0, max.map(), max.operands());
}

/// Checks the number of operands, and that the map has at least one result.
fn min_max(verifier: &mut Verifier<'_>, op: OpRef<'_>, map: Attribute, operands: &[Value]) {
    let Some(map) = map.as_affine_map(op.context) else { return };
    if !fits(map, operands) {
        return verifier.error(op, "operand count and affine map dimension and symbol count must match");
    }
    if map.results.is_empty() {
        verifier.error(op, "affine map expect at least one result");
    }
}

/// Checks the arguments of the region, the bounds, and the loop-carried values.
pub(super) fn for_region(verifier: &mut Verifier<'_>, r#for: For<View<'_>>) {
    let op = *r#for.0;
    let Some((&counter, carried)) = op.region_arguments(0).split_first() else {
        let message = "expected body to have a single index argument for the induction variable";
        return verifier.error(op, message);
    };
    if op.type_of(counter) != op.context.common.index {
        let message = "expected body to have a single index argument for the induction variable";
        return verifier.error(op, message);
    }
    for (map, operands) in [
        (r#for.lowerBoundMap(), r#for.lowerBoundOperands()),
        (r#for.upperBoundMap(), r#for.upperBoundOperands()),
    ] {
        let Some(map) = map.as_affine_map(op.context) else { continue };
        if !fits(map, operands) {
            return verifier.error(op, "operand count and affine map dimension and symbol count must match");
        }
        if !identifiers(verifier, op, map.dims, operands) {
            return;
        }
    }
    let yielded = op.last_of_region(0).map(|last| last.operands()).unwrap_or_default();
    verify_carried(verifier, op, r#for.inits(), carried, yielded);
}

/// The region edges of `affine.for`.
pub(super) fn for_edges(op: For<View<'_>>) -> Vec<RegionEdge<'_>> {
    let carried = op.0.region_arguments(0).get(1..).unwrap_or_default();
    loop_edges(*op.0, op.inits(), carried, Yield::DEF)
}

/// The region edges of `affine.if`.
pub(super) fn if_edges(op: If<View<'_>>) -> Vec<RegionEdge<'_>> {
    let results: Vec<Value> = op.results().collect();
    let out = |region| edges_from(*op.0, region, Yield::DEF, 0, RegionTarget::Parent, &results);
    [out(0), out(1)].into_iter().flatten().collect()
}

/// Checks the number of operands.
pub(super) fn r#if(verifier: &mut Verifier<'_>, r#if: If<View<'_>>) {
    let (op, operands) = (*r#if.0, r#if.operands());
    let Some(set) = condition(op) else { return };
    if (set.dims + set.symbols) as usize != operands.len() {
        let message = "operand count and integer set dimension and symbol count must match";
        return verifier.error(op, message);
    }
    if operands.iter().any(|&value| op.type_of(value) != op.context.common.index) {
        return verifier.error(op, "operands must be of type 'index'");
    }
    identifiers(verifier, op, set.dims, operands);
}

/// Checks `affine.load`.
pub(super) fn load(verifier: &mut Verifier<'_>, load: Load<View<'_>>) {
    Access::from(load).verify(verifier);
}

/// Checks `affine.store`.
pub(super) fn store(verifier: &mut Verifier<'_>, store: Store<View<'_>>) {
    Access::from(store).verify(verifier);
}

/// Checks `affine.vector_load`.
pub(super) fn vector_load(verifier: &mut Verifier<'_>, load: VectorLoad<View<'_>>) {
    Access::from(load).verify(verifier);
}

/// Checks `affine.vector_store`.
pub(super) fn vector_store(verifier: &mut Verifier<'_>, store: VectorStore<View<'_>>) {
    Access::from(store).verify(verifier);
}

/// Checks `affine.prefetch`.
pub(super) fn prefetch(verifier: &mut Verifier<'_>, prefetch: Prefetch<View<'_>>) {
    let (op, access) = (*prefetch.0, Access::from(prefetch));
    let message = "affine.prefetch affine map num results must equal memref rank";
    if access.subscripts(verifier, message).is_some()
        && !access.indices.iter().all(|&index| is_dim(op, index))
    {
        verifier.error(op, "index must be a valid dimension or symbol identifier");
    }
}

impl Access<'_, OpRef<'_>> {
    /// Checks that the map has one result per dimension and matches the number of operands; returns the map if it does.
    fn subscripts(&self, verifier: &mut Verifier<'_>, wrong_rank: &str) -> Option<&AffineMap> {
        let (op, map) = (self.op, self.map?);
        let memref = MemRefType::of(op.context, op.type_of(self.memref?))?;
        if map.results.len() != memref.rank() {
            verifier.error(op, wrong_rank);
            return None;
        }
        if !fits(map, self.indices) {
            verifier.error(op, "expects as many subscripts as affine map inputs");
            return None;
        }
        Some(map)
    }

    /// Checks the map and its operands.
    fn verify(&self, verifier: &mut Verifier<'_>) {
        let message = "affine map num results must equal memref rank";
        if let Some(map) = self.subscripts(verifier, message) {
            identifiers(verifier, self.op, map.dims, self.indices);
        }
    }
}

/// Checks the yielded values against the results of the parent.
pub(super) fn r#yield(verifier: &mut Verifier<'_>, r#yield: Yield<View<'_>>) {
    let op = *r#yield.0;
    let Some(parent) = verifier.parent() else { return };
    if ![For::NAME, If::NAME, Parallel::NAME].contains(&parent.name()) {
        return verifier.error(op, "only terminates affine.if/for/parallel regions");
    }
    let (wanted, found) = (parent.result_types(), r#yield.operands());
    if wanted.len() != found.len() {
        let message = "parent of yield must have same number of results as the yield operands";
        return verifier.error(op, message);
    }
    if wanted.iter().zip(found).any(|(&ty, &value)| op.type_of(value) != ty) {
        verifier.error(op, "types mismatch between yield op and its parent");
    }
}

/// The error in a basis for this number of digits, whose first element may be omitted.
fn basis_problem(basis: &[i64], values: &[Value], digits: usize, what: &str) -> Option<String> {
    if basis.len() != digits && basis.len() + 1 != digits {
        return Some(format!("should {what} for each basis element and up to one extra index"));
    }
    let dynamic = basis.iter().filter(|&&number| number == DYNAMIC).count();
    let given = values.len();
    (dynamic != given).then(|| {
        format!("mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this can only happen due to an incorrect fold/rewrite ({dynamic} and {given})")
    })
}

/// Checks the basis of a delinearization.
pub(super) fn delinearize(verifier: &mut Verifier<'_>, op: DelinearizeIndex<View<'_>>) {
    let (digits, basis) = (op.multi_index().len(), op.static_basis());
    if let Some(problem) = basis_problem(&basis, op.dynamic_basis(), digits, "return an index") {
        verifier.error(*op.0, problem);
    }
}

/// Checks the basis of a linearization.
pub(super) fn linearize(verifier: &mut Verifier<'_>, op: LinearizeIndex<View<'_>>) {
    let (digits, basis) = (op.multi_index().len(), op.static_basis());
    if let Some(problem) = basis_problem(&basis, op.dynamic_basis(), digits, "be passed an index") {
        verifier.error(*op.0, problem);
    }
}
