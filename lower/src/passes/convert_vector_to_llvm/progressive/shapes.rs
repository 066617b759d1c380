//! Lowering of operations on multi-dimensional vectors by unrolling leading dimensions.

use tern_dialect_core::vector;
use tern_dialect_core::vector::types::VectorType;
use tern_dialect_core::vector::{extract_position, insert_position};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Op, Value};

use super::super::elements::all_positions;
use super::slices::numbers;
use super::{
    Progress, broadcast as repeat, extract as take, insert as put, integers, poison, vector_type, zero,
};
use crate::greedy::GreedyRewriter;

/// The sizes of all dimensions but the last, if there is more than one dimension and all are fixed.
fn outer(vector: &VectorType) -> Option<Vec<i64>> {
    let rank = vector.rank();
    (rank > 1 && !vector.scalable[..rank - 1].contains(&true)).then(|| vector.shape[..rank - 1].to_vec())
}

/// The size of the first dimension, if there is more than one and the first is fixed.
fn first(vector: &VectorType) -> Option<i64> {
    (vector.rank() > 1 && !vector.scalable[0]).then(|| vector.shape[0])
}

pub(super) fn bitcast(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let cast = vector::BitCast::expect(b.op_ref(op));
    let (source, result) = (cast.source(), vector_type(b, cast.result())?);
    let outer = outer(&result)?;
    let row = result.drop_front(outer.len()).ty(b.context());
    let mut whole = poison(b, result.ty(b.context()));
    for position in all_positions(&outer) {
        let part = take(b, source, &position)?;
        let part = b.create_value(vector::BitCast::build(part, row));
        whole = put(b, part, whole, &position);
    }
    Some(vec![whole])
}

pub(super) fn broadcast(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let context = b.context();
    let broadcast = vector::Broadcast::expect(b.op_ref(op));
    let source = broadcast.source();
    let (from, to) = (vector_type(b, source)?, vector_type(b, broadcast.vector())?);
    let ty = to.ty(context);
    if from.rank() <= 1 && to.rank() == 1 {
        let element = take(b, source, &vec![0; from.rank()])?;
        return Some(vec![repeat(b, element, ty)]);
    }
    let row = to.drop_front(1).ty(context);
    let size = *to.shape.first()?;
    if from.rank() < to.rank() {
        if to.scalable[0] {
            return None;
        }
        let one = repeat(b, source, row);
        let mut whole = poison(b, ty);
        for index in 0..size {
            whole = put(b, one, whole, &[index]);
        }
        return Some(vec![whole]);
    }
    let stretched = (0..to.rank()).find(|&dim| from.shape[dim] != to.shape[dim]);
    let Some(stretched) = stretched else { return Some(vec![source]) };
    if to.scalable[0] {
        return None;
    }
    let mut whole = poison(b, ty);
    if stretched == 0 {
        let one = take(b, source, &[0])?;
        let one = repeat(b, one, row);
        for index in 0..size {
            whole = put(b, one, whole, &[index]);
        }
    } else {
        for index in 0..size {
            let one = take(b, source, &[index])?;
            let one = repeat(b, one, row);
            whole = put(b, one, whole, &[index]);
        }
    }
    Some(vec![whole])
}

pub(super) fn fma(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let fma = vector::Fma::expect(b.op_ref(op));
    let (lhs, rhs, acc) = (fma.lhs(), fma.rhs(), fma.acc());
    let result = vector_type(b, fma.result())?;
    let size = first(&result)?;
    let row = result.drop_front(1).ty(b.context());
    let mut whole = zero(b, result.ty(b.context()))?;
    for index in 0..size {
        let (lhs, rhs) = (take(b, lhs, &[index])?, take(b, rhs, &[index])?);
        let acc = take(b, acc, &[index])?;
        let part = b.create_value(vector::Fma::build(lhs, rhs, acc, row));
        whole = put(b, part, whole, &[index]);
    }
    Some(vec![whole])
}

pub(super) fn from_elements(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let from = vector::FromElements::expect(b.op_ref(op));
    let (elements, result) = (from.elements().to_vec(), vector_type(b, from.dest())?);
    let size = first(&result)?;
    let row = result.drop_front(1).ty(b.context());
    let mut whole = poison(b, result.ty(b.context()));
    let each = elements.len() / usize::try_from(size).ok()?.max(1);
    for (index, elements) in (0..).zip(elements.chunks(each.max(1))) {
        let part = b.create_value(vector::FromElements::build(elements, row));
        whole = put(b, part, whole, &[index]);
    }
    Some(vec![whole])
}

pub(super) fn to_elements(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let whole = vector::ToElements::expect(b.op_ref(op)).source();
    let size = first(&vector_type(b, whole)?)?;
    let parts: Option<Vec<Value>> = (0..size).map(|index| take(b, whole, &[index])).collect();
    let mut elements = Vec::new();
    for part in parts? {
        let part = b.create(vector::ToElements::build(part));
        elements.extend(b.body().results(part));
    }
    Some(elements)
}

pub(super) fn interleave(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let interleave = vector::Interleave::expect(b.op_ref(op));
    let (lhs, rhs) = (interleave.lhs(), interleave.rhs());
    let result = vector_type(b, interleave.result())?;
    let outer = outer(&result)?;
    let row = result.drop_front(outer.len()).ty(b.context());
    let mut whole = zero(b, result.ty(b.context()))?;
    for position in all_positions(&outer) {
        let (lhs, rhs) = (take(b, lhs, &position)?, take(b, rhs, &position)?);
        let part = b.create_value(vector::Interleave::build(lhs, rhs, row));
        whole = put(b, part, whole, &position);
    }
    Some(vec![whole])
}

pub(super) fn deinterleave(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let deinterleave = vector::Deinterleave::expect(b.op_ref(op));
    let (source, result) = (deinterleave.source(), vector_type(b, deinterleave.res1())?);
    let outer = outer(&result)?;
    let ty = result.ty(b.context());
    let row = result.drop_front(outer.len()).ty(b.context());
    let mut whole = [zero(b, ty)?, zero(b, ty)?];
    for position in all_positions(&outer) {
        let part = take(b, source, &position)?;
        let parts = b.create(vector::Deinterleave::build(part, row, row));
        let parts: Vec<Value> = b.body().results(parts).collect();
        for (whole, part) in whole.iter_mut().zip(parts) {
            *whole = put(b, part, *whole, &position);
        }
    }
    Some(whole.to_vec())
}

pub(super) fn step(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let step = vector::Step::expect(b.op_ref(op));
    let result = vector_type(b, step.result()).filter(|result| !result.is_scalable())?;
    let values: Vec<i64> = (0..result.count()).collect();
    Some(vec![integers(b, result.ty(b.context()), &values)?])
}

pub(super) fn gather(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let gather = vector::Gather::expect(b.op_ref(op));
    let (mask, pass_thru) = (gather.mask(), gather.pass_thru());
    // If nothing is read, the result is the padding or pass-through value.
    if super::masks::is_all(b, mask, false) {
        return Some(vec![pass_thru]);
    }
    let result = vector_type(b, gather.result())?;
    let (base, offsets, indices) = (gather.base(), gather.offsets().to_vec(), gather.indices());
    let alignment = gather.alignment();
    let size = first(&result)?;
    let row = result.drop_front(1).ty(b.context());
    let mut whole = poison(b, result.ty(b.context()));
    for index in 0..size {
        let (indices, mask) = (take(b, indices, &[index])?, take(b, mask, &[index])?);
        let pass_thru = take(b, pass_thru, &[index])?;
        let part = vector::Gather::build(base, &offsets, indices, mask, pass_thru, row);
        let part = b.create_value(part.alignment(alignment));
        whole = put(b, part, whole, &[index]);
    }
    Some(vec![whole])
}

/// Merges nested extractions, and turns constant index operands into static positions.
pub(super) fn extract(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let extract = vector::Extract::expect(b.op_ref(op));
    let (source, result) = (extract.source(), b.type_of(extract.result()));
    let position = extract_position(extract)?;
    if let Some(from) = extract.0.definition(source).and_then(vector::Extract::of)
        && let Some(mut all) = extract_position(from).filter(|at| !at.contains(&-1))
    {
        all.extend(position);
        let merged = vector::Extract::build(from.source(), &[], &all, result);
        return Some(vec![b.create_value(merged)]);
    }
    if extract.dynamic_position().is_empty() {
        return None;
    }
    Some(vec![b.create_value(vector::Extract::build(source, &[], &position, result))])
}

/// Turns constant index operands into static positions.
pub(super) fn insert(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let insert = vector::Insert::expect(b.op_ref(op));
    if insert.dynamic_position().is_empty() {
        return None;
    }
    let (stored, whole, position) = (insert.valueToStore(), insert.dest(), insert_position(insert)?);
    Some(vec![put(b, stored, whole, &position)])
}

/// Copies the common suffix of both shapes, part by part, from the source to its position in the result.
pub(super) fn shape_cast(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let context = b.context();
    let cast = vector::ShapeCast::expect(b.op_ref(op));
    let source = cast.source();
    let (from, to) = (vector_type(b, source)?, vector_type(b, cast.result())?);
    if from.is_scalable() || to.is_scalable() {
        return None;
    }
    let ty = to.ty(context);
    let list = |value: i64| numbers(context, &[value]);
    // Equal trailing dimensions move as a whole; in the remaining ones, the largest chunk that is contiguous in both moves at
    // once.
    let same = from.shape.iter().rev().zip(to.shape.iter().rev()).take_while(|(a, b)| a == b).count();
    let (from_outer, to_outer) = (&from.shape[..from.rank() - same], &to.shape[..to.rank() - same]);
    let (from_width, to_width) =
        (from_outer.last().copied().unwrap_or(1), to_outer.last().copied().unwrap_or(1));
    let width = gcd(from_width, to_width);
    if width <= 1 {
        let mut whole = poison(b, ty);
        for (from, to) in all_positions(from_outer).zip(all_positions(to_outer)) {
            let part = take(b, source, &from)?;
            whole = put(b, part, whole, &to);
        }
        return Some(vec![whole]);
    }
    let (rows, _) = to_outer.split_at(to_outer.len() - 1);
    let row_type = to.drop_front(rows.len()).ty(context);
    let mut whole = poison(b, ty);
    if same > 0 {
        // Fills the result row by row. Where upstream extracts multi-dimensional slices, it starts from zeros.
        let zeros = if width == to_width { zero(b, row_type) } else { None };
        let empty_row = zeros.unwrap_or_else(|| poison(b, row_type));
        let mut parts = all_positions(from_outer);
        for position in all_positions(rows) {
            let mut row = empty_row;
            for at in 0..to_width {
                let part = take(b, source, &parts.next()?)?;
                row = put(b, part, row, &[at]);
            }
            whole = put(b, row, whole, &position);
        }
        return Some(vec![whole]);
    }
    // Rows of equal width, `width` elements at a time.
    let part_type = VectorType::fixed(&[width], to.element).ty(context);
    let empty_row = if width < to_width { Some(poison(b, row_type)) } else { None };
    let mut sources = all_positions(&from_outer[..from_outer.len() - 1]);
    let (mut read, mut from_row) = (0, source);
    for position in all_positions(rows) {
        let mut row = empty_row;
        for filled in (0..to_width).step_by(width as usize) {
            if read == 0 {
                from_row = take(b, source, &sources.next()?)?;
            }
            let mut part = from_row;
            if width < from_width {
                let (offsets, sizes, strides) = (list(read), list(width), list(1));
                part = b.create_value(vector::ExtractStridedSlice::build(
                    from_row, &offsets, &sizes, &strides, part_type,
                ));
            }
            read = (read + width) % from_width;
            row = Some(match row {
                Some(row) => {
                    let (offsets, strides) = (list(filled), list(1));
                    b.create_value(vector::InsertStridedSlice::build(part, row, &offsets, &strides, row_type))
                }
                None => part,
            });
        }
        whole = put(b, row?, whole, &position);
    }
    Some(vec![whole])
}

/// The greatest common divisor.
fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
