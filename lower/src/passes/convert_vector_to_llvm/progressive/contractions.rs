//! Lowering of `vector.contract`, dimension by dimension, to products and reductions of one-dimensional vectors.

use tern_dialect_core::vector::attributes::{CombiningKind, ITERATOR_TYPE, IteratorType};
use tern_dialect_core::vector::maps::{dimension, result_of};
use tern_dialect_core::vector::types::VectorType;
use tern_dialect_core::{arith, vector};
use tern_mlir::affine::{AffineExpr, AffineMap};
use tern_mlir::declare::Param;
use tern_mlir::rewrite::Builder;
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::{AttrKind, Attribute, Context, Op, Value};

use super::super::{ContractLowering, Options};
use super::products::product;
use super::{Progress, extract, insert, zero};
use crate::greedy::GreedyRewriter;

/// A decoded contraction.
#[derive(Clone)]
struct Contraction {
    lhs: Value,
    rhs: Value,
    acc: Value,
    maps: [AffineMap; 3],
    iterators: Vec<IteratorType>,
    kind: CombiningKind,
}

pub(super) fn contract(b: &mut GreedyRewriter<'_, '_>, op: Op, options: Options) -> Progress {
    let context = b.context();
    let contract = vector::Contract::expect(b.op_ref(op));
    let maps = contract.indexing_maps().iter();
    let maps: Option<Vec<AffineMap>> = maps.map(|&map| map.as_affine_map(context).cloned()).collect();
    let iterators = contract.iterator_types().iter();
    let contraction = Contraction {
        lhs: contract.lhs(),
        rhs: contract.rhs(),
        acc: contract.acc(),
        maps: maps?.try_into().ok()?,
        iterators: iterators.map(|&it| iterator_type(context, it)).collect::<Option<_>>()?,
        kind: contract.kind(),
    };
    // Scalable dimensions cannot be unrolled, and mixed element types are handled elsewhere.
    let (lhs, rhs) = (contraction.vector(b, contraction.lhs)?, contraction.vector(b, contraction.rhs)?);
    let result = contraction.vector(b, contraction.acc);
    let element = result.as_ref().map_or(b.type_of(contraction.acc), |result| result.element);
    if lhs.element != element || rhs.element != element || lhs.is_scalable() || rhs.is_scalable() {
        return None;
    }
    let special = match options.contract {
        ContractLowering::Dot => contraction.dot_products(b),
        ContractLowering::OuterProduct => contraction.outer_products(b),
        ContractLowering::Intrinsics | ContractLowering::ParallelArithmetic => None,
    };
    special.or_else(|| contraction.unroll(b)).map(|value| vec![value])
}

/// The iterator type in an attribute.
fn iterator_type(context: &Context, attribute: Attribute) -> Option<IteratorType> {
    IteratorType::from_value(attribute.declared(context, &ITERATOR_TYPE)?.first()?.as_u64()?)
}

impl Contraction {
    fn vector(&self, b: &GreedyRewriter<'_, '_>, value: Value) -> Option<VectorType> {
        VectorType::of(b.context(), b.type_of(value))
    }

    /// The operands as matrices `(p, k)` and `(q, k)`, in the order of the result's dimensions, each with whether it must be
    /// transposed for that. Without `q` the second one is `(k)`.
    fn matrices(&self) -> Option<[(Value, bool); 2]> {
        use IteratorType::{Parallel, Reduction};
        let dims = |map: &AffineMap| map.results.iter().map(dimension).collect::<Option<Vec<usize>>>();
        let (lhs, rhs, result) = (dims(&self.maps[0])?, dims(&self.maps[1])?, dims(&self.maps[2])?);
        let parallel = match self.iterators[..] {
            [Parallel, Parallel, Reduction] => 2,
            [Parallel, Reduction] => 1,
            _ => return None,
        };
        let k = parallel;
        if result.len() != parallel || result.contains(&k) {
            return None;
        }
        let operand = |wanted: &[usize]| {
            let reversed: Vec<usize> = wanted.iter().rev().copied().collect();
            [(self.lhs, &lhs), (self.rhs, &rhs)].into_iter().find_map(|(value, found)| {
                let straight = found[..] == *wanted;
                (straight || found[..] == reversed[..]).then_some((value, !straight))
            })
        };
        let first = operand(&[result[0], k])?;
        let second = match result.get(1) {
            Some(&q) => operand(&[q, k])?,
            None => operand(&[k])?,
        };
        Some([first, second])
    }

    /// Lowers to dot products of rows and columns.
    fn dot_products(&self, b: &mut GreedyRewriter<'_, '_>) -> Option<Value> {
        if self.kind != CombiningKind::Add {
            return None;
        }
        let [(lhs, turn_lhs), (rhs, turn_rhs)] = self.matrices()?;
        let result = self.vector(b, self.acc)?;
        let lhs = turned(b, lhs, turn_lhs)?;
        let rhs = turned(b, rhs, turn_rhs && result.rank() > 1)?;
        let float = is_float(b, result.element);
        let mut whole = zero(b, result.ty(b.context()))?;
        let mut columns: Vec<Value> = Vec::new();
        for row in 0..result.shape[0] {
            let left = extract(b, lhs, &[row])?;
            for column in 0..result.shape.get(1).copied().unwrap_or(1) {
                let right = match (result.rank(), columns.get(column as usize)) {
                    (1, _) => rhs,
                    (_, Some(&found)) => found,
                    (_, None) => {
                        let found = extract(b, rhs, &[column])?;
                        columns.push(found);
                        found
                    }
                };
                let product = product(b, float, left, right);
                let sum = b.create_value(vector::Reduction::build(
                    product,
                    None,
                    CombiningKind::Add,
                    result.element,
                ));
                let position = if result.rank() == 1 { vec![row] } else { vec![row, column] };
                whole = insert(b, sum, whole, &position);
            }
        }
        Some(match float {
            true => b.create_value(arith::AddF::build(whole, self.acc)),
            false => b.create_value(arith::AddI::build(whole, self.acc)),
        })
    }

    /// Lowers to a sum of outer products.
    fn outer_products(&self, b: &mut GreedyRewriter<'_, '_>) -> Option<Value> {
        let [(lhs, turn_lhs), (rhs, turn_rhs)] = self.matrices()?;
        let result = self.vector(b, self.acc)?;
        // This form needs `k` first.
        let lhs = turned(b, lhs, !turn_lhs)?;
        let rhs = turned(b, rhs, !turn_rhs && result.rank() > 1)?;
        let count = *self.vector(b, lhs)?.shape.first()?;
        let ty = result.ty(b.context());
        let mut whole = self.acc;
        for k in 0..count {
            let (left, right) = (extract(b, lhs, &[k])?, extract(b, rhs, &[k])?);
            let outer = vector::OuterProduct::build(left, right, Some(whole), ty);
            whole = b.create_value(outer.kind(self.kind));
        }
        Some(whole)
    }

    /// Unrolls to smaller contractions: along a batch dimension, a free dimension of either side, or the reduction.
    fn unroll(&self, b: &mut GreedyRewriter<'_, '_>) -> Option<Value> {
        if self.kind != CombiningKind::Add {
            return None;
        }
        let of = |map: usize, dim: usize| result_of(&self.maps[map], dim);
        let dims = 0..self.iterators.len();
        let parallel = |dim: &usize| self.iterators[*dim] == IteratorType::Parallel;
        if let Some(dim) =
            dims.clone().find(|dim| parallel(dim) && of(0, *dim).is_some() && of(1, *dim).is_some())
        {
            return self.along_parallel(b, dim);
        }
        let free = |map: usize| {
            let results = self.maps[map].results.iter().filter_map(dimension);
            results.into_iter().find(|dim| of(1 - map, *dim).is_none())
        };
        if let Some(dim) = free(0).or_else(|| free(1)) {
            return self.along_parallel(b, dim);
        }
        let dim = dims.clone().find(|dim| self.iterators[*dim] == IteratorType::Reduction)?;
        self.along_reduction(b, dim)
    }

    /// The contraction with a dimension removed.
    fn without(&self, dim: usize) -> Self {
        let mut rest = self.clone();
        rest.iterators.remove(dim);
        for map in &mut rest.maps {
            let results = map.results.iter().filter_map(dimension).filter(|&found| found != dim);
            let results =
                results.map(|found| AffineExpr::Dim((if found > dim { found - 1 } else { found }) as u32));
            *map = AffineMap { dims: map.dims - 1, symbols: 0, results: results.collect() };
        }
        rest
    }

    fn emit(&self, b: &mut GreedyRewriter<'_, '_>) -> Value {
        let context = b.context();
        let maps = self.maps.iter().map(|map| context.attr(AttrKind::AffineMap(map.clone())));
        let maps: Vec<Attribute> = maps.collect();
        let iterators = self
            .iterators
            .iter()
            .map(|iterator| Attribute::declare(context, &ITERATOR_TYPE, [Param::Unsigned(iterator.value())]));
        let iterators: Vec<Attribute> = iterators.collect();
        let ty = b.type_of(self.acc);
        let contract = vector::Contract::build(self.lhs, self.rhs, self.acc, &maps, &iterators, ty);
        b.create_value(contract.kind(self.kind))
    }

    fn along_parallel(&self, b: &mut GreedyRewriter<'_, '_>, dim: usize) -> Option<Value> {
        let (lhs, rhs) = (result_of(&self.maps[0], dim), result_of(&self.maps[1], dim));
        let at = result_of(&self.maps[2], dim)?;
        let size = match (lhs, rhs) {
            (Some(lhs), _) => self.vector(b, self.lhs)?.shape[lhs],
            (None, Some(rhs)) => self.vector(b, self.rhs)?.shape[rhs],
            (None, None) => return None,
        };
        let ty = b.type_of(self.acc);
        let mut whole = zero(b, ty)?;
        let rest = self.without(dim);
        for index in 0..size {
            let part = Self {
                lhs: slice(b, self.lhs, lhs, index)?,
                rhs: slice(b, self.rhs, rhs, index)?,
                acc: slice(b, self.acc, Some(at), index)?,
                ..rest.clone()
            };
            let part = part.emit(b);
            whole = fill(b, part, whole, at, index)?;
        }
        Some(whole)
    }

    fn along_reduction(&self, b: &mut GreedyRewriter<'_, '_>, dim: usize) -> Option<Value> {
        let (lhs, rhs) = (result_of(&self.maps[0], dim)?, result_of(&self.maps[1], dim)?);
        if self.vector(b, self.acc).is_some() {
            return None;
        }
        let (left, right) = (self.vector(b, self.lhs)?, self.vector(b, self.rhs)?);
        if left.rank() == 1 {
            if right.rank() != 1 {
                return None;
            }
            let product = product(b, is_float(b, left.element), self.lhs, self.rhs);
            let sum = vector::Reduction::build(product, Some(self.acc), CombiningKind::Add, left.element);
            return Some(b.create_value(sum));
        }
        let rest = self.without(dim);
        let mut acc = self.acc;
        for index in 0..left.shape[lhs] {
            let part = Self {
                lhs: slice(b, self.lhs, Some(lhs), index)?,
                rhs: slice(b, self.rhs, Some(rhs), index)?,
                acc,
                ..rest.clone()
            };
            acc = part.emit(b);
        }
        Some(acc)
    }
}

fn is_float(b: &GreedyRewriter<'_, '_>, ty: Type) -> bool {
    matches!(ty.kind(b.context()), TypeKind::Float(_))
}

/// The matrix, transposed if `turn`.
fn turned(b: &mut GreedyRewriter<'_, '_>, matrix: Value, turn: bool) -> Option<Value> {
    if !turn {
        return Some(matrix);
    }
    let context = b.context();
    let mut vector = VectorType::of(context, b.type_of(matrix))?;
    vector.shape.reverse();
    Some(b.create_value(vector::Transpose::build(matrix, &[1, 0], vector.ty(context))))
}

/// The slice at `index` of the dimension `at`; the whole vector if `at` is `None`.
fn slice(b: &mut GreedyRewriter<'_, '_>, whole: Value, at: Option<usize>, index: i64) -> Option<Value> {
    let Some(at) = at else { return Some(whole) };
    if at == 0 {
        return extract(b, whole, &[index]);
    }
    let context = b.context();
    let vector = VectorType::of(context, b.type_of(whole))?;
    let (mut rest, size) = (vector.clone(), *vector.shape.first()?);
    rest.shape.remove(at);
    rest.scalable.remove(at);
    let mut result = zero(b, rest.ty(context))?;
    for row in 0..size {
        let part = extract(b, whole, &[row])?;
        let part = slice(b, part, Some(at - 1), index)?;
        result = insert(b, part, result, &[row]);
    }
    Some(result)
}

/// Inserts `part` at `index` of the dimension `at` of `whole`.
fn fill(b: &mut GreedyRewriter<'_, '_>, part: Value, whole: Value, at: usize, index: i64) -> Option<Value> {
    if at == 0 {
        return Some(insert(b, part, whole, &[index]));
    }
    let size = *VectorType::of(b.context(), b.type_of(whole))?.shape.first()?;
    let mut whole = whole;
    for row in 0..size {
        let inner = extract(b, whole, &[row])?;
        let filling = extract(b, part, &[row])?;
        let inner = fill(b, filling, inner, at - 1, index)?;
        whole = insert(b, inner, whole, &[row]);
    }
    Some(whole)
}
