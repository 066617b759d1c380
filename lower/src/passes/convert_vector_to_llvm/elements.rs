//! Conversion of operations on the elements of vectors: extract, insert, shuffle, broadcast.

use rustc_hash::FxHashSet;
use tern_dialect_core::vector;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::fold::constant_value;
use tern_mlir::rewrite::Builder;
use tern_mlir::types::DYNAMIC;
use tern_mlir::{OpRef, Type, TypeKind, Value};

use super::vector_type;
use crate::conversion::{Adaptor, LlvmBuilder, NoMatch, Patterns, Rewrite, Rewriter};
use crate::unrolling::rows;

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[vector::Broadcast::NAME], broadcast);
    patterns.on(&[vector::Shuffle::NAME], shuffle);
    patterns.on(&[vector::Extract::NAME], extract);
    patterns.on(&[vector::Insert::NAME], insert);
    patterns.on(&[vector::FromElements::NAME], from_elements);
    patterns.on(&[vector::ToElements::NAME], to_elements);
    patterns.on(&[vector::ScalableExtract::NAME], scalable_extract);
    patterns.on(&[vector::ScalableInsert::NAME], scalable_insert);
}

/// An index into a vector: static or dynamic.
#[derive(Clone, Copy)]
enum Position {
    Known(i64),
    Value(Value),
}

impl Position {
    fn known(self) -> Result<i64, NoMatch> {
        match self {
            Self::Known(index) => Ok(index),
            Self::Value(_) => Err("indices into arrays must be constants".into()),
        }
    }

    /// The index as a value: a constant of `i64` if static.
    fn value(self, b: &mut Rewriter<'_, '_>) -> Value {
        match self {
            Self::Known(index) => b.constant_int(b.context().common.i64, index),
            Self::Value(value) => value,
        }
    }
}

/// The position of an extraction or insertion; `dynamic` are the dynamic indices of `op`, and what they were converted to.
fn positions(
    op: OpRef<'_>,
    indices: Vec<i64>,
    dynamic: (&[Value], &[Value]),
) -> Result<Vec<Position>, NoMatch> {
    let mut dynamic = dynamic.0.iter().zip(dynamic.1);
    indices
        .into_iter()
        .map(|index| match index {
            DYNAMIC => {
                let (&value, &converted) = dynamic.next().ok_or("has no position")?;
                // A constant operand counts as static.
                let known = constant_value(op, value).and_then(|known| known.as_i64(op.context));
                Ok(known.map_or(Position::Value(converted), Position::Known))
            }
            index => Ok(Position::Known(index)),
        })
        .collect()
}

fn known(positions: &[Position]) -> Result<Vec<i64>, NoMatch> {
    positions.iter().map(|position| position.known()).collect()
}

pub(super) fn extract_element(b: &mut Rewriter<'_, '_>, vector: Value, index: Value) -> Value {
    let vector_type = b.type_of(vector);
    let element = match b.context().type_kind(vector_type) {
        TypeKind::Vector { element, .. } => *element,
        _ => vector_type,
    };
    b.create_value(llvm::ExtractElement::build(vector, index, element))
}

pub(super) fn insert_element(b: &mut Rewriter<'_, '_>, vector: Value, element: Value, index: Value) -> Value {
    let ty = b.type_of(vector);
    b.create_value(llvm::InsertElement::build(vector, element, index, ty))
}

pub(super) fn shuffle_vector(
    b: &mut Rewriter<'_, '_>,
    (v1, v2): (Value, Value),
    result: Type,
    mask: impl IntoIterator<Item = i64>,
) -> Value {
    let mask: Vec<i32> = mask.into_iter().map(|index| i32::try_from(index).unwrap_or(-1)).collect();
    b.create_value(llvm::ShuffleVector::build(v1, v2, &mask, result))
}

fn extract(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = vector::Extract::expect(b.original(op));
    let extract = vector::Extract::expect(b.converted(op));
    let source = vector_type(b, original.source()).ok_or("takes no vector")?;
    let dynamic = (original.dynamic_position(), extract.dynamic_position());
    let mut positions = positions(*original.0, original.static_position(), dynamic)?;
    let scalar = positions.len() == source.rank();
    if source.rank() == 0 {
        // A vector of rank 0 has been converted to one of one element.
        positions.push(Position::Known(0));
    }
    let mut value = extract.source();
    if source.rank() >= 2 {
        let outer = if scalar { &positions[..positions.len() - 1] } else { &positions[..] };
        let outer = known(outer)?;
        value = b.extract_value(value, &outer);
    }
    if let (true, Some(last)) = (scalar, positions.last()) {
        let index = last.value(b);
        value = extract_element(b, value, index);
    } else if source.rank() < 2 {
        return Err("takes nothing out".into());
    }
    b.replace(op.op, &[value]);
    Ok(())
}

fn insert(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = vector::Insert::expect(b.original(op));
    let insert = vector::Insert::expect(b.converted(op));
    let vector = vector_type(b, original.dest()).ok_or("takes no vector")?;
    let dynamic = (original.dynamic_position(), insert.dynamic_position());
    let mut positions = positions(*original.0, original.static_position(), dynamic)?;
    let (scalar, nested) = (positions.len() == vector.rank(), vector.rank() >= 2);
    if vector.rank() == 0 {
        positions.push(Position::Known(0));
    }
    let (source, destination) = (insert.valueToStore(), insert.dest());
    let outer = if scalar { &positions[..positions.len() - 1] } else { &positions[..] };
    let mut value = source;
    if let (true, Some(last)) = (scalar, positions.last()) {
        let mut inner = destination;
        if nested {
            let outer = known(outer)?;
            inner = b.extract_value(destination, &outer);
        }
        let index = last.value(b);
        value = insert_element(b, inner, source, index);
    }
    if nested {
        let outer = known(outer)?;
        value = b.insert_value(destination, value, &outer);
    } else if !scalar {
        return Err("puts nothing in".into());
    }
    b.replace(op.op, &[value]);
    Ok(())
}

fn broadcast(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = vector::Broadcast::expect(b.original(op));
    let result = vector_type(b, original.vector()).ok_or("gives no vector")?;
    if vector_type(b, original.source()).is_some() {
        return Err("repeats a vector".into());
    }
    let source = vector::Broadcast::expect(b.converted(op)).source();
    let ty = b.converted_result(op.op)?;
    let i32 = b.context().common.i32;
    b.unroll(rows(&result))?;
    if result.rank() <= 1 {
        let poison = b.poison(ty);
        let zero = b.constant_int(i32, 0);
        let mut value = insert_element(b, poison, source, zero);
        // A broadcast to one element needs no shuffle.
        if result.rank() == 1 && result.count() != 1 {
            value = shuffle_vector(b, (value, poison), ty, vec![0; result.count().unsigned_abs() as usize]);
        }
        b.replace(op.op, &[value]);
        return Ok(());
    }
    // Broadcast one row, and insert it at every outer position.
    let row = result.drop_front(result.rank() - 1);
    let outer = &result.shape[..result.rank() - 1];
    if result.scalable[..outer.len()].contains(&true) {
        return Err("has scalable dimensions besides the last".into());
    }
    let row_type = b.convert_type(row.ty(b.context()))?;
    let mut value = b.poison(ty);
    let poison = b.poison(row_type);
    let zero = b.constant_int(i32, 0);
    let one = insert_element(b, poison, source, zero);
    let row = shuffle_vector(b, (one, one), row_type, vec![0; row.count().unsigned_abs() as usize]);
    for position in all_positions(outer) {
        value = b.insert_value(value, row, &position);
    }
    b.replace(op.op, &[value]);
    Ok(())
}

/// All positions in a shape, in row-major order.
pub(super) fn all_positions(shape: &[i64]) -> impl Iterator<Item = Vec<i64>> + '_ {
    let count = shape.iter().product::<i64>().max(0);
    (0..count).map(move |mut linear| {
        let mut position = vec![0; shape.len()];
        for (at, &size) in position.iter_mut().zip(shape).rev() {
            *at = linear % size;
            linear /= size;
        }
        position
    })
}

fn shuffle(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = vector::Shuffle::expect(b.original(op));
    let shuffle = vector::Shuffle::expect(b.converted(op));
    let (v1, v2) = (vector_type(b, original.v1()), vector_type(b, original.v2()));
    let (Some(v1), Some(v2)) = (v1, v2) else { return Err("takes no vectors".into()) };
    let (one, other, mask) = (shuffle.v1(), shuffle.v2(), shuffle.mask());
    let ty = b.converted_result(op.op)?;
    if v1 == v2 && v1.rank() <= 1 {
        let value = shuffle_vector(b, (one, other), ty, mask);
        b.replace(op.op, &[value]);
        return Ok(());
    }
    // Shuffles single elements if the rank is one, rows otherwise.
    let first = v1.shape.first().copied().unwrap_or(1);
    let index_type = b.converter().index();
    let mut value = b.poison(ty);
    for (to, from) in (0..).zip(mask) {
        if from < 0 {
            continue;
        }
        let (source, at) = if from < first { (one, from) } else { (other, from - first) };
        if v1.rank() <= 1 {
            let at = b.constant_index(index_type, at);
            let element = extract_element(b, source, at);
            let to = b.constant_index(index_type, to);
            value = insert_element(b, value, element, to);
        } else {
            let row = b.extract_value(source, &[at]);
            value = b.insert_value(value, row, &[to]);
        }
    }
    b.replace(op.op, &[value]);
    Ok(())
}

fn from_elements(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let dest = vector::FromElements::expect(b.original(op)).dest();
    if vector_type(b, dest).is_none_or(|vector| vector.rank() > 1) {
        return Err("rank > 1 vectors are not supported".into());
    }
    let ty = b.converted_result(op.op)?;
    let mut value = b.poison(ty);
    for (index, &element) in (0..).zip(op.operands) {
        let index = b.constant_int(b.context().common.i64, index);
        value = insert_element(b, value, element, index);
    }
    b.replace(op.op, &[value]);
    Ok(())
}

fn to_elements(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = vector::ToElements::expect(b.original(op)).source();
    if vector_type(b, original).is_none_or(|vector| vector.rank() > 1) {
        return Err("rank > 1 vectors are not supported".into());
    }
    let source = vector::ToElements::expect(b.converted(op)).source();
    let results: Vec<Value> = b.body().results(op.op).collect();
    let used = used_values(b);
    let i64 = b.context().common.i64;
    let mut values = Vec::with_capacity(results.len());
    for (index, result) in (0..).zip(&results) {
        // Unused elements are not extracted.
        values.push(if used.contains(result) {
            let index = b.constant_int(i64, index);
            extract_element(b, source, index)
        } else {
            source
        });
    }
    b.replace(op.op, &values);
    Ok(())
}

/// The values that have uses in the body.
fn used_values(b: &Rewriter<'_, '_>) -> FxHashSet<Value> {
    let body = b.body();
    let mut regions = body.root_regions().to_vec();
    let mut used = FxHashSet::default();
    while let Some(region) = regions.pop() {
        let blocks = body.region_blocks(region).iter();
        for op in blocks.flat_map(|&block| body.block_ops(block)) {
            used.extend(body.operands(op).iter().copied());
            if body.nested(op).is_none() {
                regions.extend_from_slice(body.regions(op).1);
            }
        }
    }
    used
}

fn scalable_extract(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let extract = vector::ScalableExtract::expect(b.converted(op));
    let ty = b.converted_result(op.op)?;
    b.replace_by(op.op, intrinsics::VectorExtract::build(extract.source(), extract.pos(), ty));
    Ok(())
}

fn scalable_insert(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let insert = vector::ScalableInsert::expect(b.converted(op));
    let ty = b.converted_result(op.op)?;
    let new = intrinsics::VectorInsert::build(insert.dest(), insert.valueToStore(), insert.pos(), ty);
    b.replace_by(op.op, new);
    Ok(())
}
