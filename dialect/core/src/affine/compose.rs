//! Builds minimal `affine.apply` operations: constant operands and the maps of other `affine.apply` operations are folded into
//! one map. MLIR: `makeComposedFoldedAffineApply`, `canonicalizeMapAndOperands`.

use rustc_hash::FxHashMap;
use tern_mlir::affine::{AffineExpr, AffineMap};
use tern_mlir::fold::constant_value;
use tern_mlir::rewrite::Builder;
use tern_mlir::{AttrKind, Op, OpRef, Value};

use crate::affine;
use crate::affine::scope::{is_dim, is_symbol};
use crate::memref::types::Mixed;

/// The size limit on composed expressions; an operation that would exceed it is not composed.
const MAX_SIZE: usize = 1 << 10;

/// A list of affine expressions with their operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Applied {
    /// The expressions.
    pub results: Vec<AffineExpr>,
    /// The operands of the dimensions.
    pub dims: Vec<Value>,
    /// The operands of the symbols.
    pub symbols: Vec<Value>,
}

impl Applied {
    /// Decodes a map with its operands.
    pub fn of(map: &AffineMap, operands: &[Value]) -> Self {
        let (dims, symbols) = operands.split_at(operands.len().min(map.dims as usize));
        Self { results: map.results.to_vec(), dims: dims.to_vec(), symbols: symbols.to_vec() }
    }

    /// Converts the expressions back to a map.
    pub fn map(&self) -> AffineMap {
        AffineMap {
            dims: self.dims.len() as u32,
            symbols: self.symbols.len() as u32,
            results: self.results[..].into(),
        }
    }

    /// The operands for that map: dimensions, then symbols.
    pub fn operands(&self) -> Vec<Value> {
        [&self.dims[..], &self.symbols].concat()
    }

    fn replace(&mut self, dims: &[AffineExpr], symbols: &[AffineExpr]) {
        for result in &mut self.results {
            *result = result.replace(dims, symbols);
        }
    }
}

/// Computes `expr`, whose symbols are `operands`, on behalf of `user`. The result is a number, an existing value, or a new
/// `affine.apply` at the insertion point.
pub fn apply<'c>(
    b: &mut (impl Builder<'c> + ?Sized),
    user: Op,
    expr: &AffineExpr,
    operands: &[Mixed],
) -> Mixed {
    let context = b.context();
    let mut applied = Applied { results: Vec::new(), dims: Vec::new(), symbols: Vec::new() };
    let symbols: Vec<AffineExpr> = operands
        .iter()
        .map(|&operand| match operand {
            Mixed::Static(number) => AffineExpr::Constant(number),
            Mixed::Dynamic(value) => {
                applied.symbols.push(value);
                AffineExpr::Symbol(applied.symbols.len() as u32 - 1)
            }
        })
        .collect();
    applied.results.push(expr.replace(&[], &symbols));
    compose(OpRef::new(context, b.body(), user), &mut applied);
    match applied.results[0] {
        AffineExpr::Constant(number) => return Mixed::Static(number),
        AffineExpr::Dim(dim) => return Mixed::Dynamic(applied.dims[dim as usize]),
        AffineExpr::Symbol(symbol) => return Mixed::Dynamic(applied.symbols[symbol as usize]),
        AffineExpr::Binary(..) => {}
    }
    let map = context.attr(AttrKind::AffineMap(applied.map()));
    let index = context.common.index;
    Mixed::Dynamic(b.create_new_value(affine::Apply::build(&applied.operands(), map, index).into()))
}

/// The map and the operands of the `affine.apply` that defines a value.
fn applied_by(user: OpRef<'_>, value: Value) -> Option<Applied> {
    let apply = user.definition(value).and_then(affine::Apply::of)?;
    Some(Applied::of(apply.map().as_affine_map(user.context)?, apply.0.operands()))
}

/// Substitutes the maps of operands that are results of `affine.apply`, and simplifies the whole.
pub(super) fn compose(user: OpRef<'_>, applied: &mut Applied) {
    replace_operands(user, applied);
    canonicalize(user, applied);
    let (dims, symbols) = (applied.dims.len() as u32, applied.symbols.len() as u32);
    for result in &mut applied.results {
        *result = result.simplified(dims, symbols);
    }
}

fn replace_operands(user: OpRef<'_>, applied: &mut Applied) {
    // Renumber, as the substituted operands are no longer used.
    let (mut next_dim, mut next_symbol) = (0, 0);
    loop {
        let (is_dim, at, value) = if let Some(&value) = applied.dims.get(next_dim) {
            next_dim += 1;
            (true, next_dim - 1, value)
        } else if let Some(&value) = applied.symbols.get(next_symbol) {
            next_symbol += 1;
            (false, next_symbol - 1, value)
        } else {
            return;
        };
        let Some(mut inner) = applied_by(user, value) else { continue };
        canonicalize(user, &mut inner);
        let numbers = |from: usize, count: usize| from as u32..(from + count) as u32;
        let dims: Vec<_> = numbers(applied.dims.len(), inner.dims.len()).map(AffineExpr::Dim).collect();
        let symbols: Vec<_> =
            numbers(applied.symbols.len(), inner.symbols.len()).map(AffineExpr::Symbol).collect();
        inner.replace(&dims, &symbols);
        let Some(replacement) = inner.results.pop() else { continue };
        let mut by: Vec<AffineExpr> = match is_dim {
            true => (0..=at as u32).map(AffineExpr::Dim).collect(),
            false => (0..=at as u32).map(AffineExpr::Symbol).collect(),
        };
        by[at] = replacement;
        let mut composed = applied.clone();
        match is_dim {
            true => composed.replace(&by, &[]),
            false => composed.replace(&[], &by),
        }
        if composed.results.iter().any(|result| result.size() > MAX_SIZE) {
            continue;
        }
        *applied = composed;
        applied.dims.extend(inner.dims);
        applied.symbols.extend(inner.symbols);
    }
}

/// Turns dimensions into symbols where that is valid, and symbols into dimensions where it is not. Removes constant, unused and
/// duplicate operands.
pub(super) fn canonicalize(user: OpRef<'_>, applied: &mut Applied) {
    promote(user, applied);
    let (mut used_dims, mut used_symbols) =
        (vec![false; applied.dims.len()], vec![false; applied.symbols.len()]);
    for result in &applied.results {
        result.walk_leaves(&mut |leaf| match leaf {
            AffineExpr::Dim(dim) => used_dims[*dim as usize] = true,
            AffineExpr::Symbol(symbol) => used_symbols[*symbol as usize] = true,
            _ => {}
        });
    }
    let (dim_by, dims) = distinct(&applied.dims, &used_dims, AffineExpr::Dim, |_| None);
    let constant = |value| Some(AffineExpr::Constant(constant_value(user, value)?.as_i64(user.context)?));
    let (symbol_by, symbols) = distinct(&applied.symbols, &used_symbols, AffineExpr::Symbol, constant);
    applied.replace(&dim_by, &symbol_by);
    (applied.dims, applied.symbols) = (dims, symbols);
}

/// The expression that replaces each of `values`, and the values that remain as operands.
fn distinct(
    values: &[Value],
    used: &[bool],
    leaf: fn(u32) -> AffineExpr,
    constant: impl Fn(Value) -> Option<AffineExpr>,
) -> (Vec<AffineExpr>, Vec<Value>) {
    let mut places: FxHashMap<Value, u32> = FxHashMap::default();
    let mut left = Vec::new();
    let by = values.iter().zip(used).map(|(&value, &used)| {
        if !used {
            return AffineExpr::Constant(0);
        }
        constant(value).unwrap_or_else(|| {
            leaf(*places.entry(value).or_insert_with(|| {
                left.push(value);
                left.len() as u32 - 1
            }))
        })
    });
    (by.collect(), left)
}

fn promote(user: OpRef<'_>, applied: &mut Applied) {
    let mut dims: Vec<Value> = Vec::new();
    let mut symbols = applied.symbols.clone();
    let by_dim: Vec<AffineExpr> = applied
        .dims
        .iter()
        .map(|&value| match is_symbol(user, value) {
            true => {
                symbols.push(value);
                AffineExpr::Symbol(symbols.len() as u32 - 1)
            }
            false => {
                dims.push(value);
                AffineExpr::Dim(dims.len() as u32 - 1)
            }
        })
        .collect();
    applied.replace(&by_dim, &[]);
    let mut kept = Vec::new();
    let by_symbol: Vec<AffineExpr> = symbols
        .into_iter()
        .map(|value| match !is_symbol(user, value) && is_dim(user, value) {
            true => {
                dims.push(value);
                AffineExpr::Dim(dims.len() as u32 - 1)
            }
            false => {
                kept.push(value);
                AffineExpr::Symbol(kept.len() as u32 - 1)
            }
        })
        .collect();
    applied.replace(&[], &by_symbol);
    (applied.dims, applied.symbols) = (dims, kept);
}
