//! Affine maps of vector operations, which relate vector dimensions to memory or iteration dimensions.

use tern_mlir::Context;
use tern_mlir::affine::{AffineExpr, AffineMap};
use tern_mlir::types::{Type, TypeKind};

use super::types::{VectorType, shaped};

/// The dimension that a map result consists of; `None` for any other expression.
pub fn dimension(result: &AffineExpr) -> Option<usize> {
    match result {
        AffineExpr::Dim(dimension) => Some(*dimension as usize),
        _ => None,
    }
}

/// Whether all results are dimensions, without repetition.
pub fn is_projected_permutation(map: &AffineMap) -> bool {
    let mut seen = vec![false; map.dims as usize];
    map.symbols == 0
        && map.results.iter().all(|result| {
            let dimension = dimension(result).and_then(|dimension| seen.get_mut(dimension));
            dimension.is_some_and(|seen| !std::mem::replace(seen, true))
        })
}

/// The position of a dimension among the results of a map.
pub fn result_of(map: &AffineMap, wanted: usize) -> Option<usize> {
    map.results.iter().position(|result| dimension(result) == Some(wanted))
}

/// The map `(d0, …, dn) -> (dm, …, dn)`: the trailing dimensions, in order.
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

/// The number of memory dimensions of a transfer; the elements of the memory may themselves be vectors.
pub fn transfer_rank(context: &Context, source: Type, vector: &VectorType) -> usize {
    let element = shaped(context, source).and_then(|(_, element)| VectorType::of(context, element));
    vector.rank().saturating_sub(element.map_or(0, |element| element.rank()))
}

/// The default map of a transfer; `None` if an explicit map is required.
pub fn default_transfer_map(context: &Context, source: Type, vector: &VectorType) -> Option<AffineMap> {
    let (shape, _) = shaped(context, source)?;
    let rank = transfer_rank(context, source, vector);
    (rank <= shape.len()).then(|| minor_identity(shape.len(), rank))
}

/// The mask type of a transfer: it has the memory dimensions that the vector covers, in memory order, or one element if there
/// are none.
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

/// Whether a transfer can access a type.
pub fn is_memref_or_ranked_tensor(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::MemRef { .. } | TypeKind::RankedTensor { .. })
}
