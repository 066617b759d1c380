//! Lowering of operations on multi-dimensional vectors by unrolling leading dimensions.

use tern_dialect_core::vector;
use tern_dialect_core::vector::types::VectorType;
use tern_mlir::{Attribute, Op, Value};

use super::super::elements::all_positions;
use super::{
    Progress, broadcast as repeat, definition, extract as take, insert as put, integers, poison,
    static_position, value, vector_of, zero,
};
use crate::conversion::Builder;
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
    let result = vector_of(b, op, "result")?;
    let (outer, source) = (outer(&result)?, value(b, op, "source")?);
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
    let source = value(b, op, "source")?;
    let (from, to) = (VectorType::of(context, b.type_of(source))?, vector_of(b, op, "vector")?);
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
    let result = vector_of(b, op, "result")?;
    let size = first(&result)?;
    let operands = b.op_ref(op).operands().to_vec();
    let row = result.drop_front(1).ty(b.context());
    let mut whole = zero(b, result.ty(b.context()))?;
    for index in 0..size {
        let mut parts: Vec<Value> = Vec::with_capacity(3);
        for &operand in &operands {
            parts.push(take(b, operand, &[index])?);
        }
        let part = b.value(vector::Fma::NAME, &parts, row, &[]);
        whole = put(b, part, whole, &[index]);
    }
    Some(vec![whole])
}

pub(super) fn from_elements(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let result = vector_of(b, op, "dest")?;
    let size = first(&result)?;
    let elements = b.op_ref(op).operands().to_vec();
    let row = result.drop_front(1).ty(b.context());
    let mut whole = poison(b, result.ty(b.context()));
    let each = elements.len() / usize::try_from(size).ok()?.max(1);
    for (index, elements) in (0..).zip(elements.chunks(each.max(1))) {
        let part = b.value(vector::FromElements::NAME, elements, row, &[]);
        whole = put(b, part, whole, &[index]);
    }
    Some(vec![whole])
}

pub(super) fn to_elements(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let source = vector_of(b, op, "source")?;
    let (size, whole) = (first(&source)?, value(b, op, "source")?);
    let count = usize::try_from(source.drop_front(1).count()).ok()?;
    let parts: Option<Vec<Value>> = (0..size).map(|index| take(b, whole, &[index])).collect();
    let mut elements = Vec::new();
    for part in parts? {
        let part = b.op(vector::ToElements::NAME, &[part], &vec![source.element; count], &[]);
        elements.extend(b.body().results(part));
    }
    Some(elements)
}

pub(super) fn interleave(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let result = vector_of(b, op, "result")?;
    let outer = outer(&result)?;
    let (lhs, rhs) = (value(b, op, "lhs")?, value(b, op, "rhs")?);
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
    let result = vector_of(b, op, "res1")?;
    let (outer, source) = (outer(&result)?, value(b, op, "source")?);
    let ty = result.ty(b.context());
    let row = result.drop_front(outer.len()).ty(b.context());
    let mut whole = [zero(b, ty)?, zero(b, ty)?];
    for position in all_positions(&outer) {
        let part = take(b, source, &position)?;
        let parts = b.op(vector::Deinterleave::NAME, &[part], &[row, row], &[]);
        let parts: Vec<Value> = b.body().results(parts).collect();
        for (whole, part) in whole.iter_mut().zip(parts) {
            *whole = put(b, part, *whole, &position);
        }
    }
    Some(whole.to_vec())
}

pub(super) fn step(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let result = vector_of(b, op, "result").filter(|result| !result.is_scalable())?;
    let values: Vec<i64> = (0..result.count()).collect();
    Some(vec![integers(b, result.ty(b.context()), &values)?])
}

pub(super) fn gather(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let result = vector_of(b, op, "result")?;
    let (mask, pass_thru) = (value(b, op, "mask")?, value(b, op, "pass_thru")?);
    // If nothing is read, the result is the padding or pass-through value.
    if super::masks::is_all(b, mask, false) {
        return Some(vec![pass_thru]);
    }
    let (size, indices) = (first(&result)?, value(b, op, "indices")?);
    let lead: Vec<Value> = [value(b, op, "base")?]
        .into_iter()
        .chain(b.op_ref(op).operand_group("offsets").iter().copied())
        .collect();
    let alignment = b.op_ref(op).property("alignment");
    let properties: Vec<(&'static str, Attribute)> =
        alignment.map(|alignment| ("alignment", alignment)).into_iter().collect();
    let row = result.drop_front(1).ty(b.context());
    let mut whole = poison(b, result.ty(b.context()));
    for index in 0..size {
        let mut operands = lead.clone();
        for operand in [indices, mask, pass_thru] {
            operands.push(take(b, operand, &[index])?);
        }
        let part = b.value(vector::Gather::NAME, &operands, row, &properties);
        whole = put(b, part, whole, &[index]);
    }
    Some(vec![whole])
}

/// Merges nested extractions, and turns constant index operands into static positions.
pub(super) fn extract(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let reference = b.op_ref(op);
    let position = static_position(reference)?;
    let source = value(b, op, "source")?;
    if let Some(from) = definition(reference, source).filter(|from| from.name() == vector::Extract::NAME)
        && let Some(mut all) = static_position(from).filter(|at| !at.contains(&-1))
    {
        let (whole, result) = (value(b, from.op, "source")?, reference.type_of(reference.result()?));
        all.extend(position);
        let position = Attribute::dense_i64(b.context(), &all);
        return Some(vec![b.value(
            vector::Extract::NAME,
            &[whole],
            result,
            &[("static_position", position)],
        )]);
    }
    if reference.operand_group("dynamic_position").is_empty() {
        return None;
    }
    let result = reference.type_of(reference.result()?);
    let position = Attribute::dense_i64(b.context(), &position);
    Some(vec![b.value(vector::Extract::NAME, &[source], result, &[("static_position", position)])])
}

/// Turns constant index operands into static positions.
pub(super) fn insert(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let reference = b.op_ref(op);
    if reference.operand_group("dynamic_position").is_empty() {
        return None;
    }
    let position = static_position(reference)?;
    let (stored, whole) = (value(b, op, "valueToStore")?, value(b, op, "dest")?);
    Some(vec![put(b, stored, whole, &position)])
}

/// Copies the common suffix of both shapes, part by part, from the source to its position in the result.
pub(super) fn shape_cast(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let context = b.context();
    let (from, to) = (vector_of(b, op, "source")?, vector_of(b, op, "result")?);
    if from.is_scalable() || to.is_scalable() {
        return None;
    }
    let source = value(b, op, "source")?;
    let ty = to.ty(context);
    let list = |b: &GreedyRewriter<'_, '_>, value: i64| {
        let value = Attribute::integer(b.context(), b.context().common.i64, value);
        Attribute::array(b.context(), [value])
    };
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
                let properties =
                    [("offsets", list(b, read)), ("sizes", list(b, width)), ("strides", list(b, 1))];
                part = b.value(vector::ExtractStridedSlice::NAME, &[from_row], part_type, &properties);
            }
            read = (read + width) % from_width;
            row = Some(match row {
                Some(row) => {
                    let properties = [("offsets", list(b, filled)), ("strides", list(b, 1))];
                    b.value(vector::InsertStridedSlice::NAME, &[part, row], row_type, &properties)
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
