//! Affine maps as operations have them: which dimension of a vector is which of memory, or of an iteration.

use tern_mlir::affine::{AffineExpr, AffineMap};
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::{AttrKind, Attribute, Context};

use super::types::{VectorType, shaped};

/// The map that an attribute holds.
pub fn map_of(context: &Context, attribute: Attribute) -> Option<&AffineMap> {
    match attribute.kind(context) {
        AttrKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

/// The dimension that a result of a map is; `None` where it is anything else.
pub fn dimension(result: &AffineExpr) -> Option<usize> {
    match result {
        AffineExpr::Dim(dimension) => Some(*dimension as usize),
        _ => None,
    }
}

/// Whether all results are dimensions, and none stands twice.
pub fn is_projected_permutation(map: &AffineMap) -> bool {
    let mut seen = vec![false; map.dims as usize];
    map.symbols == 0
        && map.results.iter().all(|result| {
            let dimension = dimension(result).and_then(|dimension| seen.get_mut(dimension));
            dimension.is_some_and(|seen| !std::mem::replace(seen, true))
        })
}

/// Which result of a map a dimension is.
pub fn result_of(map: &AffineMap, wanted: usize) -> Option<usize> {
    map.results.iter().position(|result| dimension(result) == Some(wanted))
}

/// `(d0, …, dn) -> (dm, …, dn)`: the last dimensions, in order.
pub fn minor_identity(dims: usize, results: usize) -> AffineMap {
    let first = dims.saturating_sub(results);
    AffineMap {
        dims: dims as u32,
        symbols: 0,
        results: (first..first + results).map(|dimension| AffineExpr::Dim(dimension as u32)).collect(),
    }
}

/// Whether a map is a minor identity.
pub fn is_minor_identity(map: &AffineMap) -> bool {
    map.symbols == 0
        && map.dims as usize >= map.results.len()
        && *map == minor_identity(map.dims as usize, map.results.len())
}

/// How many dimensions of memory a transfer is about: elements of memory may be vectors.
pub fn transfer_rank(context: &Context, source: Type, vector: &VectorType) -> usize {
    let element = shaped(context, source).and_then(|(_, element)| VectorType::of(context, element));
    vector.rank().saturating_sub(element.map_or(0, |element| element.rank()))
}

/// The map of a transfer that does not say which it has; `None` where it must.
pub fn default_transfer_map(context: &Context, source: Type, vector: &VectorType) -> Option<AffineMap> {
    let (shape, _) = shaped(context, source)?;
    let rank = transfer_rank(context, source, vector);
    (rank <= shape.len()).then(|| minor_identity(shape.len(), rank))
}

/// The mask of a transfer: it has the dimensions of memory that the vector has, in memory's order; one element where that is
/// none.
pub fn transfer_mask(context: &Context, vector: &VectorType, map: &AffineMap) -> Option<VectorType> {
    let mut mask = VectorType::fixed(&[], context.common.i1);
    for result in (0..map.dims as usize).filter_map(|dimension| result_of(map, dimension)) {
        mask.shape.push(*vector.shape.get(result)?);
        mask.scalable.push(*vector.scalable.get(result)?);
    }
    if mask.rank() == 0 {
        mask = VectorType::fixed(&[1], mask.element);
    }
    Some(mask)
}

/// Whether a type is what a transfer reads and writes.
pub fn is_memref_or_ranked_tensor(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::MemRef { .. } | TypeKind::RankedTensor { .. })
}
