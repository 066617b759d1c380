//! Lowering of vector slices to shuffles, row by row.

use tern_dialect_core::vector;
use tern_dialect_core::vector::attributes::integers;
use tern_dialect_core::vector::types::VectorType;
use tern_mlir::{Attribute, Op, Value};

use super::{Progress, extract, insert, value, vector_of, zero};
use crate::conversion::Builder;
use crate::greedy::GreedyRewriter;

fn list(b: &GreedyRewriter<'_, '_>, op: Op, name: &'static str) -> Option<Vec<i64>> {
    integers(b.context(), b.op_ref(op).property(name)?)
}

fn array(b: &GreedyRewriter<'_, '_>, values: &[i64]) -> Attribute {
    let context = b.context();
    let values = values.iter().map(|&value| Attribute::integer(context, context.common.i64, value));
    Attribute::array(context, values.collect::<Vec<_>>())
}

fn shuffle(b: &mut GreedyRewriter<'_, '_>, v1: Value, v2: Value, ty: tern_mlir::Type, mask: &[i64]) -> Value {
    let mask = Attribute::dense_i64(b.context(), mask);
    b.value(vector::Shuffle::NAME, &[v1, v2], ty, &[("mask", mask)])
}

pub(super) fn extract_strided_slice(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let context = b.context();
    let (from, to) = (vector_of(b, op, "source")?, vector_of(b, op, "result")?);
    let source = value(b, op, "source")?;
    let (offsets, sizes, strides) = (list(b, op, "offsets")?, list(b, op, "sizes")?, list(b, op, "strides")?);
    let (&offset, &size, &stride) = (offsets.first()?, sizes.first()?, strides.first()?);
    let ty = to.ty(context);
    if offsets.len() == 1 {
        if from.scalable.first() == Some(&true) {
            return None;
        }
        if !from.is_scalable() {
            let mask: Vec<i64> = (0..size).map(|index| offset + index * stride).collect();
            return Some(vec![shuffle(b, source, source, ty, &mask)]);
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
    let properties = [
        ("offsets", array(b, &offsets[1..])),
        ("sizes", array(b, &sizes[1..])),
        ("strides", array(b, &strides[1..])),
    ];
    for index in 0..size {
        let part = extract(b, source, &[offset + index * stride])?;
        let part = b.value(vector::ExtractStridedSlice::NAME, &[part], row, &properties);
        whole = insert(b, part, whole, &[index]);
    }
    Some(vec![whole])
}

pub(super) fn insert_strided_slice(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let context = b.context();
    let (from, to) = (vector_of(b, op, "valueToStore")?, vector_of(b, op, "dest")?);
    let (source, destination) = (value(b, op, "valueToStore")?, value(b, op, "dest")?);
    let (offsets, strides) = (list(b, op, "offsets")?, list(b, op, "strides")?);
    let lead = to.rank().checked_sub(from.rank())?;
    if lead > 0 {
        // Insert into the part of the destination that has the same rank.
        let inner = extract(b, destination, &offsets[..lead])?;
        let ty = b.type_of(inner);
        let properties = [("offsets", array(b, &offsets[lead..])), ("strides", array(b, &strides))];
        let inner = b.value(vector::InsertStridedSlice::NAME, &[source, inner], ty, &properties);
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
        let ty = VectorType::fixed(&[whole], to.element).ty(context);
        let scaled = shuffle(b, source, source, ty, &mask);
        let mask: Vec<i64> = (0..whole)
            .map(|index| {
                let at = index - offset;
                let inside = at >= 0 && at < size * stride && at % stride == 0;
                if inside { at / stride } else { whole + index }
            })
            .collect();
        return Some(vec![shuffle(b, scaled, destination, ty, &mask)]);
    }
    let mut whole = destination;
    let properties = [("offsets", array(b, &offsets[1..])), ("strides", array(b, &strides[1..]))];
    for index in 0..size {
        let at = offset + index * stride;
        let part = extract(b, source, &[index])?;
        let inner = extract(b, destination, &[at])?;
        let ty = b.type_of(inner);
        let part = b.value(vector::InsertStridedSlice::NAME, &[part, inner], ty, &properties);
        whole = insert(b, part, whole, &[at]);
    }
    Some(vec![whole])
}
