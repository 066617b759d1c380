//! Folders of `vector`: elements of known vectors, and operations without effect.

use tern_mlir::declare::View;
use tern_mlir::fold::{Folded, Folds};
use tern_mlir::rewrite::Builder;
use tern_mlir::types::{DYNAMIC, Type, TypeKind};
use tern_mlir::{AttrKind, Attribute, Context, OpRef, Value};

use crate::vector::types::VectorType;
use crate::{arith, ub, vector};

/// The folders of the dialect.
pub(crate) static FOLDS: Folds = Folds {
    operations: &[
        (vector::Broadcast::NAME, broadcast),
        (vector::BitCast::NAME, cast),
        (vector::ShapeCast::NAME, shape_cast),
        (vector::Transpose::NAME, transpose),
        (vector::Shuffle::NAME, shuffle),
        (vector::ConstantMask::NAME, constant_mask),
        (vector::Extract::NAME, extract),
        (vector::Insert::NAME, insert),
        (vector::ExtractStridedSlice::NAME, cast),
        (vector::InsertStridedSlice::NAME, insert_strided_slice),
    ],
    more: &[],
    in_place: |_, _| false,
    constant,
};

/// Makes the constant that an operation folds to.
pub(crate) fn constant<'c>(b: &mut (dyn Builder<'c> + '_), value: Attribute, ty: Type) -> Option<Value> {
    let poison = Attribute::declare(b.context(), &crate::ub::POISON, []);
    if value == poison {
        return Some(b.create_new_value(ub::Poison::build(ty).value(poison).into()));
    }
    Some(b.create_new_value(arith::Constant::build(value, ty).into()))
}

fn poison(context: &Context) -> Option<Vec<Folded>> {
    Some(vec![Folded::Constant(Attribute::declare(context, &crate::ub::POISON, []))])
}

fn is_poison(op: OpRef<'_>, value: Value) -> bool {
    op.definition(value).is_some_and(|definition| definition.is(ub::Poison::DEF))
}

/// Folds a cast to the type of its operand.
fn cast(op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<Vec<Folded>> {
    let source = *op.operands().first()?;
    (op.type_of(source) == op.type_of(op.result()?)).then(|| vec![Folded::Value(source)])
}

/// Folds a `shape_cast` that undoes an earlier one.
fn shape_cast(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<Vec<Folded>> {
    if let Some(same) = cast(op, constants) {
        return Some(same);
    }
    let (context, result) = (op.context, op.type_of(op.result()?));
    if let Some(AttrKind::DenseElements { data, splat, .. }) =
        constants.first().copied().flatten().map(|value| value.kind(context))
    {
        let value = AttrKind::DenseElements { ty: result, data: data.clone(), splat: *splat };
        return Some(vec![Folded::Constant(context.attr(value))]);
    }
    let mut source = *op.operands().first()?;
    if is_poison(op, source) {
        return poison(context);
    }
    while let Some(before) = op.definition(source).and_then(vector::ShapeCast::of) {
        source = before.source();
        if op.type_of(source) == result {
            return Some(vec![Folded::Value(source)]);
        }
    }
    None
}

/// Makes `dense<value>`, if `value` is a number.
pub fn splat(context: &Context, ty: Type, value: Attribute) -> Option<Attribute> {
    let data: Box<[u8]> = match value.kind(context) {
        AttrKind::Integer { ty, value } => {
            let width = ty.integer_width(context).unwrap_or(64);
            let bytes = value.limbs().iter().flat_map(|limb| limb.to_le_bytes());
            bytes.chain(std::iter::repeat(0)).take(width.div_ceil(8).max(1) as usize).collect()
        }
        AttrKind::Float { ty, bits } => {
            let TypeKind::Float(kind) = ty.kind(context) else { return None };
            bits.get().to_le_bytes()[..kind.width().div_ceil(8) as usize].into()
        }
        _ => return None,
    };
    Some(context.attr(AttrKind::DenseElements { ty, data, splat: true }))
}

fn broadcast(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<Vec<Folded>> {
    if let Some(same) = cast(op, constants) {
        return Some(same);
    }
    let context = op.context;
    let source = *op.operands().first()?;
    if is_poison(op, source) {
        return poison(context);
    }
    let (value, ty) = ((*constants.first()?)?, op.type_of(op.result()?));
    let folded = match value.kind(context) {
        AttrKind::DenseElements { data, splat: true, .. } => {
            context.attr(AttrKind::DenseElements { ty, data: data.clone(), splat: true })
        }
        _ => splat(context, ty, value)?,
    };
    Some(vec![Folded::Constant(folded)])
}

fn transpose(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<Vec<Folded>> {
    let context = op.context;
    let transpose = vector::Transpose::of(op)?;
    let source = transpose.vector();
    if is_poison(op, source) {
        return poison(context);
    }
    if let Some(value) = constants.first().copied().flatten()
        && let AttrKind::DenseElements { data, splat: true, .. } = value.kind(context)
    {
        let ty = op.type_of(op.result()?);
        let data = data.clone();
        return Some(vec![Folded::Constant(context.attr(AttrKind::DenseElements { ty, data, splat: true }))]);
    }
    (0..)
        .zip(&transpose.permutation())
        .all(|(index, &from)| index == from)
        .then(|| vec![Folded::Value(source)])
}

fn shuffle(op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<Vec<Folded>> {
    let context = op.context;
    let shuffle = vector::Shuffle::of(op)?;
    let (v1, v2, mask) = (shuffle.v1(), shuffle.v2(), shuffle.mask());
    let first = |value| VectorType::of(context, op.type_of(value))?.shape.first().copied();
    let (one, other) = (first(v1)?, first(v2)?);
    let counts_from = |start: i64, count: i64| {
        mask.len() as i64 == count && (start..).zip(&mask).all(|(wanted, &index)| wanted == index)
    };
    if counts_from(0, one) {
        return Some(vec![Folded::Value(v1)]);
    }
    if counts_from(one, other) {
        return Some(vec![Folded::Value(v2)]);
    }
    match (is_poison(op, v1), is_poison(op, v2)) {
        (true, true) => poison(context),
        _ => None,
    }
}

/// The position of an extraction, if all indices are known; constant operands count as known.
pub fn extract_position(extract: vector::Extract<View<'_>>) -> Option<Vec<i64>> {
    known_position(*extract.0, extract.static_position(), extract.dynamic_position())
}

/// The position of an insertion, as [`extract_position`].
pub fn insert_position(insert: vector::Insert<View<'_>>) -> Option<Vec<i64>> {
    known_position(*insert.0, insert.static_position(), insert.dynamic_position())
}

fn known_position(op: OpRef<'_>, position: Vec<i64>, dynamic: &[Value]) -> Option<Vec<i64>> {
    let mut dynamic = dynamic.iter();
    position
        .into_iter()
        .map(|index| match index {
            DYNAMIC => {
                let value = tern_mlir::fold::constant_value(op, *dynamic.next()?)?;
                value.as_i64(op.context)
            }
            index => Some(index),
        })
        .collect()
}

fn extract(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<Vec<Folded>> {
    let (context, extract) = (op.context, vector::Extract::of(op)?);
    let (source, result) = (extract.source(), op.type_of(extract.result()));
    if extract.static_position().is_empty() && op.type_of(source) == result {
        return Some(vec![Folded::Value(source)]);
    }
    if is_poison(op, source) {
        return poison(context);
    }
    let position = extract_position(extract)?;
    if position.contains(&-1) {
        return poison(context);
    }
    if let Some(value) = constants.first().copied().flatten() {
        return Some(vec![Folded::Constant(part(context, value, &position, result)?)]);
    }
    let mut from = op.definition(source)?;
    if let Some(broadcast) = vector::Broadcast::of(from) {
        // Takes the element from the source of the broadcast.
        let repeated = broadcast.source();
        return (op.type_of(repeated) == result).then(|| vec![Folded::Value(repeated)]);
    }
    // An insertion at the same position gives the element; insertions at disjoint positions are skipped.
    while let Some(insert) = vector::Insert::of(from) {
        let at = insert_position(insert)?;
        if at == position {
            let stored = insert.valueToStore();
            return (op.type_of(stored) == result).then(|| vec![Folded::Value(stored)]);
        }
        let common = at.len().min(position.len());
        if at[..common] == position[..common] {
            return None;
        }
        from = op.definition(insert.dest())?;
    }
    None
}

/// The part of a constant at a position.
fn part(context: &Context, whole: Attribute, position: &[i64], result: Type) -> Option<Attribute> {
    let AttrKind::DenseElements { ty, data, splat } = whole.kind(context) else { return None };
    let vector = VectorType::of(context, *ty)?;
    let inner = vector.drop_front(position.len());
    let count = usize::try_from(inner.count()).ok()?;
    let size = element_size(&vector, data, *splat)?;
    let data: &[u8] = if *splat {
        data
    } else {
        let start = position.iter().zip(&vector.shape).fold(0, |start, (&at, &size)| start * size + at);
        let start = usize::try_from(start).ok()?.checked_mul(count)?.checked_mul(size)?;
        data.get(start..start.checked_add(count.checked_mul(size)?)?)?
    };
    match VectorType::of(context, result) {
        Some(_) => Some(dense(context, result, data, size)),
        None => Attribute::of_element(context, result, data),
    }
}

/// The size in bytes of an element in the data of a constant of this type.
fn element_size(vector: &VectorType, data: &[u8], splat: bool) -> Option<usize> {
    let stored = if splat { 1 } else { usize::try_from(vector.count()).ok()?.max(1) };
    Some(data.len() / stored)
}

/// A constant of elements of this size in bytes: a splat if all are equal.
fn dense(context: &Context, ty: Type, data: &[u8], size: usize) -> Attribute {
    let splat = data.chunks(size.max(1)).all(|element| element == &data[..size]);
    let data = if splat { &data[..size] } else { data };
    context.attr(AttrKind::DenseElements { ty, data: data.into(), splat })
}

/// Folds a mask of which all elements are set, or none.
fn constant_mask(op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<Vec<Folded>> {
    let context = op.context;
    let mask = vector::ConstantMask::of(op)?;
    let (ty, sizes) = (op.type_of(mask.result()), mask.mask_dim_sizes());
    let vector = VectorType::of(context, ty)?;
    let set = if vector.rank() == 0 { sizes == [1] } else { sizes == vector.shape };
    (set || sizes.iter().all(|&size| size == 0))
        .then(|| splat(context, ty, Attribute::bool(context, set)))?
        .map(|value| vec![Folded::Constant(value)])
}

fn insert(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<Vec<Folded>> {
    let insert = vector::Insert::of(op)?;
    let stored = insert.valueToStore();
    let position = insert.static_position();
    if position.is_empty() && op.type_of(stored) == op.type_of(insert.result()) {
        return Some(vec![Folded::Value(stored)]);
    }
    let position = match insert_position(insert) {
        Some(position) if !position.contains(&-1) => position,
        Some(_) => return poison(op.context),
        None if position.contains(&-1) => return poison(op.context),
        None => return None,
    };
    let &[Some(stored), Some(whole), ..] = constants else { return None };
    let vector = VectorType::of(op.context, op.type_of(insert.result()))?;
    let large = vector.count() > MAX_SHARED_CONSTANT && op.body.users(insert.result()).nth(1).is_some();
    if vector.is_scalable() || large {
        return None;
    }
    Some(vec![Folded::Constant(with_part(op.context, whole, &position, stored)?)])
}

/// The number of elements up to which an insertion folds to a constant although several operations use it.
const MAX_SHARED_CONSTANT: i64 = 256;

/// The constant vector `whole` with its part at `position` replaced by `stored`, a number or a vector.
fn with_part(context: &Context, whole: Attribute, position: &[i64], stored: Attribute) -> Option<Attribute> {
    let AttrKind::DenseElements { ty, data, splat: repeated } = whole.kind(context) else { return None };
    let vector = VectorType::of(context, *ty)?;
    let count = usize::try_from(vector.count()).ok()?;
    let inner = usize::try_from(vector.drop_front(position.len()).count()).ok()?;
    let start = position.iter().zip(&vector.shape).fold(0, |start, (&at, &size)| start * size + at);
    let start = usize::try_from(start).ok()?.checked_mul(inner)?;
    let stored = match stored.kind(context) {
        AttrKind::DenseElements { .. } => stored,
        _ => splat(context, *ty, stored)?,
    };
    let AttrKind::DenseElements { data: part, splat: part_repeated, .. } = stored.kind(context) else {
        return None;
    };
    let size = element_size(&vector, data, *repeated)?;
    let mut all = if *repeated { data.repeat(count) } else { data.to_vec() };
    let part = if *part_repeated { part.repeat(inner) } else { part.to_vec() };
    let end = start.checked_add(inner)?.checked_mul(size)?;
    all.get_mut(start * size..end).filter(|place| place.len() == part.len())?.copy_from_slice(&part);
    Some(dense(context, *ty, &all, size))
}

fn insert_strided_slice(op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<Vec<Folded>> {
    let slice = vector::InsertStridedSlice::of(op)?;
    let stored = slice.valueToStore();
    (op.type_of(stored) == op.type_of(slice.dest())).then(|| vec![Folded::Value(stored)])
}
