//! Lowering of vector slices to shuffles, row by row.

use tern_dialect_core::vector;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Context, Op, Value};

use super::{Progress, extract, insert, vector_type, zero};
use crate::conversion::i64_attribute;
use crate::greedy::GreedyRewriter;

fn list(context: &Context, numbers: &[Attribute]) -> Option<Vec<i64>> {
    numbers.iter().map(|number| number.as_i64(context)).collect()
}

/// Numbers as the attributes that hold the offsets, sizes and strides of slices.
pub(super) fn numbers(context: &Context, values: &[i64]) -> Vec<Attribute> {
    values.iter().map(|&value| i64_attribute(context, value)).collect()
}

pub(super) fn extract_strided_slice(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let context = b.context();
    let slice = vector::ExtractStridedSlice::expect(b.op_ref(op));
    let source = slice.source();
    let (from, to) = (vector_type(b, source)?, vector_type(b, slice.result())?);
    let (offsets, sizes) = (list(context, slice.offsets())?, list(context, slice.sizes())?);
    let strides = list(context, slice.strides())?;
    let (&offset, &size, &stride) = (offsets.first()?, sizes.first()?, strides.first()?);
    let ty = to.ty(context);
    if offsets.len() == 1 {
        if from.scalable.first() == Some(&true) {
            return None;
        }
        if !from.is_scalable() {
            let mask: Vec<i64> = (0..size).map(|index| offset + index * stride).collect();
            return Some(vec![b.create_value(vector::Shuffle::build(source, source, &mask))]);
        }
        // Scalable rows are extracted and reinserted whole.
        let rows: Option<Vec<Value>> =
            (0..size).map(|index| extract(b, source, &[offset + index * stride])).collect();
        let mut whole = zero(b, ty)?;
        for (index, row) in (0..).zip(rows?) {
            whole = insert(b, row, whole, &[index]);
        }
        return Some(vec![whole]);
    }
    if from.scalable[0] {
        return None;
    }
    let mut whole = zero(b, ty)?;
    let row = to.drop_front(1).ty(context);
    let [offsets, sizes, strides] = [&offsets, &sizes, &strides].map(|list| numbers(context, &list[1..]));
    for index in 0..size {
        let part = extract(b, source, &[offset + index * stride])?;
        let part = vector::ExtractStridedSlice::build(part, &offsets, &sizes, &strides, row);
        let part = b.create_value(part);
        whole = insert(b, part, whole, &[index]);
    }
    Some(vec![whole])
}

pub(super) fn insert_strided_slice(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let context = b.context();
    let slice = vector::InsertStridedSlice::expect(b.op_ref(op));
    let (source, destination) = (slice.valueToStore(), slice.dest());
    let (from, to) = (vector_type(b, source)?, vector_type(b, destination)?);
    let (offsets, strides) = (list(context, slice.offsets())?, list(context, slice.strides())?);
    let lead = to.rank().checked_sub(from.rank())?;
    if lead > 0 {
        // Insert into the part of the destination that has the same rank.
        let inner = extract(b, destination, &offsets[..lead])?;
        let ty = b.type_of(inner);
        let (of_part, strides) = (numbers(context, &offsets[lead..]), numbers(context, &strides));
        let inner = vector::InsertStridedSlice::build(source, inner, &of_part, &strides, ty);
        let inner = b.create_value(inner);
        return Some(vec![insert(b, inner, destination, &offsets[..lead])]);
    }
    let (&offset, &stride) = (offsets.first()?, strides.first()?);
    let size = *from.shape.first()?;
    if from.scalable[0] {
        return None;
    }
    if from.rank() == 1 {
        let whole = *to.shape.first()?;
        // Widen the source to the length of the destination, so that both can be shuffled.
        let mask: Vec<i64> = (0..whole).map(|index| if index < size { index } else { 0 }).collect();
        let scaled = b.create_value(vector::Shuffle::build(source, source, &mask));
        let mask: Vec<i64> = (0..whole)
            .map(|index| {
                let at = index - offset;
                let inside = at >= 0 && at < size * stride && at % stride == 0;
                if inside { at / stride } else { whole + index }
            })
            .collect();
        return Some(vec![b.create_value(vector::Shuffle::build(scaled, destination, &mask))]);
    }
    let mut whole = destination;
    let [offsets, strides] = [&offsets, &strides].map(|list| numbers(context, &list[1..]));
    for index in 0..size {
        let at = offset + index * stride;
        let part = extract(b, source, &[index])?;
        let inner = extract(b, destination, &[at])?;
        let ty = b.type_of(inner);
        let part = vector::InsertStridedSlice::build(part, inner, &offsets, &strides, ty);
        let part = b.create_value(part);
        whole = insert(b, part, whole, &[at]);
    }
    Some(vec![whole])
}
