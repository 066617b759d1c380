//! Folders of `affine`. Source: MLIR's `AffineOps.cpp`.

use tern_mlir::affine::{AffineExpr, AffineMap, IntegerSet};
use tern_mlir::declare::View;
use tern_mlir::fold::{Folded, Folds, InPlace, constant_value};
use tern_mlir::{AttrKind, Attribute, NamedAttribute, Op, OpRef, Value};

use super::compose::{Applied, canonicalize, compose};
use crate::affine;

type Results = Option<Vec<Folded>>;

/// The folders of the dialect.
pub(super) static FOLDS: Folds = Folds {
    operations: &[
        (affine::Apply::NAME, apply),
        (affine::For::NAME, never_runs),
        (affine::Min::NAME, |op, constants| extreme(op, constants, |values| values.min())),
        (affine::Max::NAME, |op, constants| extreme(op, constants, |values| values.max())),
    ],
    more: &[],
    in_place,
    constant: crate::vector::folds::constant,
};

/// The map of `affine.min` or `affine.max`.
fn map_of_extreme(op: OpRef<'_>) -> Option<&AffineMap> {
    let min = || affine::Min::of(op).map(|min| min.map());
    affine::Max::of(op).map(|max| max.map()).or_else(min)?.as_affine_map(op.context)
}

/// A map of an operation, with the operands that are constants substituted.
fn known(op: OpRef<'_>, map: &AffineMap, constants: &[Option<Attribute>]) -> AffineMap {
    let exprs: Vec<AffineExpr> = (0..)
        .zip(constants)
        .map(|(index, constant)| {
            let number = constant.and_then(|constant| constant.as_i64(op.context));
            let same = || match index < map.dims {
                true => AffineExpr::Dim(index),
                false => AffineExpr::Symbol(index - map.dims),
            };
            number.map_or_else(same, AffineExpr::Constant)
        })
        .collect();
    let (dims, symbols) = exprs.split_at(exprs.len().min(map.dims as usize));
    let whole = |result: &AffineExpr| match result.replace(dims, symbols) {
        constant @ AffineExpr::Constant(_) => constant,
        // A result that is only partly constant stays as it was.
        _ => result.clone(),
    };
    AffineMap { results: map.results.iter().map(whole).collect(), ..map.clone() }
}

fn index(op: OpRef<'_>, number: i64) -> Results {
    Some(vec![Folded::Constant(Attribute::integer(op.context, op.context.common.index, number))])
}

fn apply(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Results {
    let map = affine::Apply::of(op)?.map().as_affine_map(op.context)?;
    let operand = |at: u32| Some(vec![Folded::Value(*op.operands().get(at as usize)?)]);
    match map.results.first()? {
        AffineExpr::Dim(dim) => return operand(*dim),
        AffineExpr::Symbol(symbol) => return operand(map.dims + symbol),
        _ => {}
    }
    match known(op, map, constants).results.first()? {
        AffineExpr::Constant(number) => index(op, *number),
        _ => None,
    }
}

fn extreme(
    op: OpRef<'_>,
    constants: &[Option<Attribute>],
    pick: fn(std::vec::IntoIter<i64>) -> Option<i64>,
) -> Results {
    let map = map_of_extreme(op)?;
    let known = known(op, map, constants);
    if let ([AffineExpr::Symbol(0)], 0, 1) = (&*known.results, known.dims, known.symbols) {
        return Some(vec![Folded::Value(*op.operands().first()?)]);
    }
    let numbers = known.results.iter().map(|result| match result {
        AffineExpr::Constant(number) => Some(*number),
        _ => None,
    });
    index(op, pick(numbers.collect::<Option<Vec<i64>>>()?.into_iter())?)
}

fn in_place<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op) -> bool {
    let original = OpRef::new(b.context(), b.body(), op);
    match original.name() {
        affine::Min::NAME | affine::Max::NAME => {
            let Some(map) = map_of_extreme(original) else { return false };
            let constants: Vec<Option<Attribute>> =
                original.operands().iter().map(|&operand| constant_value(original, operand)).collect();
            let known = known(original, map, &constants);
            if known == *map {
                return false;
            }
            let known = b.context().attr(AttrKind::AffineMap(known));
            set(b, op, &[("map", known)]);
            true
        }
        affine::Load::NAME | affine::Prefetch::NAME | affine::VectorLoad::NAME => {
            crate::memref::folds::through_casts(b, op, None)
        }
        affine::Store::NAME => {
            let stored = affine::Store::expect(original).value();
            crate::memref::folds::through_casts(b, op, Some(stored))
        }
        affine::VectorStore::NAME => {
            let stored = affine::VectorStore::expect(original).value();
            crate::memref::folds::through_casts(b, op, Some(stored))
        }
        affine::For::NAME => bounds(b, op),
        affine::If::NAME => condition(b, op),
        affine::Parallel::NAME => parallel_bounds(b, op),
        _ => false,
    }
}

/// A bound of `affine.for`.
struct Bound<'a> {
    /// The attribute that holds the map.
    name: &'static str,
    map: &'a AffineMap,
    operands: &'a [Value],
    /// Reduces several results of the map to one bound.
    pick: fn(std::vec::IntoIter<i64>) -> Option<i64>,
}

impl<'a> Bound<'a> {
    /// The lower and the upper bound.
    fn both_of(op: affine::For<View<'a>>) -> Option<[Self; 2]> {
        let context = op.0.context;
        Some([
            Self {
                name: "lowerBoundMap",
                map: op.lowerBoundMap().as_affine_map(context)?,
                operands: op.lowerBoundOperands(),
                pick: |values| values.max(),
            },
            Self {
                name: "upperBoundMap",
                map: op.upperBoundMap().as_affine_map(context)?,
                operands: op.upperBoundOperands(),
                pick: |values| values.min(),
            },
        ])
    }

    /// The value, if it is constant.
    fn constant(&self, op: OpRef<'_>) -> Option<i64> {
        let constants: Vec<Option<Attribute>> =
            self.operands.iter().map(|&operand| constant_value(op, operand)).collect();
        let known = known(op, self.map, &constants);
        let numbers = known.results.iter().map(|result| match result {
            AffineExpr::Constant(number) => Some(*number),
            _ => None,
        });
        (self.pick)(numbers.collect::<Option<Vec<i64>>>()?.into_iter())
    }
}

/// A loop with a constant trip count of zero folds to its initial values.
fn never_runs(op: OpRef<'_>, _: &[Option<Attribute>]) -> Results {
    let r#for = affine::For::of(op)?;
    let [lower, upper] = Bound::both_of(r#for)?.map(|bound| bound.constant(op));
    let inits = r#for.inits();
    (lower? >= upper? && !inits.is_empty()).then(|| inits.iter().map(|&init| Folded::Value(init)).collect())
}

/// Constant bounds become constant maps; other bounds are composed with the maps of their operands.
fn bounds<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op) -> bool {
    let original = OpRef::new(b.context(), b.body(), op);
    let r#for = affine::For::expect(original);
    let Some(both) = Bound::both_of(r#for) else { return false };
    let mut operands = Vec::new();
    let mut segments = Vec::new();
    let mut changes = Vec::new();
    for bound in both {
        let mut applied = Applied::of(bound.map, bound.operands);
        match bound.constant(original) {
            Some(number) => {
                let results = vec![AffineExpr::Constant(number)];
                applied = Applied { results, dims: Vec::new(), symbols: Vec::new() };
            }
            None => {
                compose(original, &mut applied);
                let mut seen = Vec::new();
                applied.results.retain(|result| {
                    !seen.contains(result) && {
                        seen.push(result.clone());
                        true
                    }
                });
            }
        }
        let after = applied.map();
        // A change of the operands alone does not count.
        let changed = after != *bound.map;
        let own = if changed { applied.operands() } else { bound.operands.to_vec() };
        segments.push(own.len() as i32);
        operands.extend(own);
        if changed {
            changes.push((bound.name, b.context().attr(AttrKind::AffineMap(after))));
        }
    }
    if changes.is_empty() {
        return false;
    }
    segments.push(r#for.inits().len() as i32);
    operands.extend_from_slice(r#for.inits());
    changes.push(("operandSegmentSizes", Attribute::dense_i32(b.context(), &segments)));
    b.set_operands(op, &operands);
    set(b, op, &changes);
    true
}

/// Composes the bounds of parallel loops with the maps of their operands.
fn parallel_bounds<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op) -> bool {
    let original = OpRef::new(b.context(), b.body(), op);
    let parallel = affine::Parallel::expect(original);
    let maps = [parallel.lowerBoundsMap(), parallel.upperBoundsMap()];
    let [Some(lower), Some(upper)] = maps.map(|map| map.as_affine_map(original.context)) else {
        return false;
    };
    let count = (lower.dims + lower.symbols) as usize;
    let Some((of_lower, of_upper)) = original.operands().split_at_checked(count) else { return false };
    let mut operands = Vec::new();
    let mut changes = Vec::new();
    for (name, before, own) in [("lowerBoundsMap", lower, of_lower), ("upperBoundsMap", upper, of_upper)] {
        let mut applied = Applied::of(before, own);
        compose(original, &mut applied);
        let after = applied.map();
        if after == *before {
            operands.extend_from_slice(own);
        } else {
            operands.extend(applied.operands());
            changes.push((name, b.context().attr(AttrKind::AffineMap(after))));
        }
    }
    if changes.is_empty() {
        return false;
    }
    b.set_operands(op, &operands);
    set(b, op, &changes);
    true
}

/// Removes duplicate and unused operands of a condition.
fn condition<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op) -> bool {
    let original = OpRef::new(b.context(), b.body(), op);
    let Some(before) = crate::affine::condition(original) else { return false };
    let (dims, symbols) = original.operands().split_at(original.operands().len().min(before.dims as usize));
    let results = before.constraints.iter().map(|(expr, _)| expr.clone()).collect();
    let mut applied = Applied { results, dims: dims.to_vec(), symbols: symbols.to_vec() };
    canonicalize(original, &mut applied);
    let kinds = before.constraints.iter().map(|&(_, equality)| equality);
    let after = IntegerSet {
        dims: applied.dims.len() as u32,
        symbols: applied.symbols.len() as u32,
        constraints: applied.results.iter().cloned().zip(kinds).collect(),
    };
    if after == *before {
        return false;
    }
    let after = b.context().attr(AttrKind::IntegerSet(after));
    b.set_operands(op, &applied.operands());
    set(b, op, &[("condition", after)]);
    true
}

/// Replaces the values of existing properties.
fn set<'c>(b: &mut (dyn InPlace<'c> + '_), op: Op, changes: &[(&'static str, Attribute)]) {
    let context = b.context();
    let mut properties: Vec<NamedAttribute> =
        b.body().properties(op).as_dictionary(context).unwrap_or_default().to_vec();
    for entry in &mut properties {
        if let Some((_, value)) = changes.iter().find(|(name, _)| context.str(entry.name) == *name) {
            entry.value = *value;
        }
    }
    let properties = Attribute::dictionary(context, properties);
    b.set_properties(op, properties);
}
