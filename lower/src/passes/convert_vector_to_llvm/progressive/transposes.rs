//! Lowering of transpositions: by elements, by rows, or as the options say.

use tern_dialect_core::vector;
use tern_dialect_core::vector::types::VectorType;
use tern_dialect_llvm::intrinsics;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Op, Type, Value};

use super::super::TransposeLowering;
use super::super::elements::all_positions;
use super::{Progress, extract, insert, poison, vector_type};
use crate::greedy::GreedyRewriter;

pub(super) fn transpose(b: &mut GreedyRewriter<'_, '_>, op: Op, lowering: TransposeLowering) -> Progress {
    let as_a_whole = match lowering {
        TransposeLowering::Elementwise => None,
        TransposeLowering::Intrinsic => by_intrinsic(b, op),
        TransposeLowering::Shuffle => by_shuffle(b, op, false),
        TransposeLowering::Shuffle16x16 => by_shuffle(b, op, true),
    };
    as_a_whole.or_else(|| by_parts(b, op))
}

fn by_parts(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let context = b.context();
    let transpose = vector::Transpose::expect(b.op_ref(op));
    let (source, permutation) = (transpose.vector(), transpose.permutation());
    let (from, to) = (vector_type(b, source)?, vector_type(b, transpose.result())?);
    // Trailing dimensions that are not permuted move as a whole.
    let fixed = (0..permutation.len()).rev().take_while(|&at| permutation[at] == at as i64).count();
    let outer = to.rank() - fixed;
    if from.scalable[..outer].contains(&true) {
        return None;
    }
    let mut whole = poison(b, to.ty(context));
    for origin in all_positions(&from.shape[..outer]) {
        let dims = permutation[..outer].iter().map(|&dim| usize::try_from(dim).ok());
        let position: Option<Vec<i64>> = dims.map(|dim| origin.get(dim?).copied()).collect();
        let position = position?;
        let part = extract(b, source, &origin)?;
        whole = insert(b, part, whole, &position);
    }
    Some(vec![whole])
}

/// The two dimensions of more than one element, if there are exactly two and they are swapped.
fn swapped(from: &VectorType, permutation: &[i64]) -> Option<[usize; 2]> {
    let mut large = (0..from.rank()).filter(|&dim| from.shape[dim] > 1);
    let (Some(first), Some(second), None) = (large.next(), large.next(), large.next()) else { return None };
    let place = |dim: usize| permutation.iter().position(|&at| at == dim as i64);
    (place(second)? < place(first)?).then_some([first, second])
}

/// The vector cast to another shape with the same elements.
fn reshaped(b: &mut GreedyRewriter<'_, '_>, value: Value, ty: Type) -> Value {
    match b.type_of(value) == ty {
        true => value,
        false => b.create_value(vector::ShapeCast::build(value, ty)),
    }
}

/// The vector type of this shape with the element type of `like`.
fn of_shape(b: &GreedyRewriter<'_, '_>, like: &VectorType, shape: &[i64]) -> Type {
    VectorType::fixed(shape, like.element).ty(b.context())
}

/// Transposes with `llvm.intr.matrix.transpose` of the flattened matrix.
fn by_intrinsic(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let context = b.context();
    let transpose = vector::Transpose::expect(b.op_ref(op));
    let (source, permutation) = (transpose.vector(), transpose.permutation());
    let (from, to) = (vector_type(b, source)?, vector_type(b, transpose.result())?);
    let &[rows, columns] = &to.shape[..] else { return None };
    if permutation != [1, 0] || from.scalable.contains(&true) {
        return None;
    }
    let flat = of_shape(b, &from, &[rows * columns]);
    let source = reshaped(b, source, flat);
    let turned = intrinsics::MatrixTranspose::build(source, rows as u32, columns as u32, flat);
    let turned = b.create_value(turned);
    Some(vec![reshaped(b, turned, to.ty(context))])
}

/// Transposes with `vector.shuffle` of the flattened vector, or of rows for a 16 by 16 matrix if `rows`.
fn by_shuffle(b: &mut GreedyRewriter<'_, '_>, op: Op, rows: bool) -> Progress {
    let context = b.context();
    let transpose = vector::Transpose::expect(b.op_ref(op));
    let (source, permutation) = (transpose.vector(), transpose.permutation());
    let (from, to) = (vector_type(b, source)?, vector_type(b, transpose.result())?);
    let [first, second] = swapped(&from, &permutation)?;
    if from.scalable.contains(&true) {
        return None;
    }
    let (m, n) = (from.shape[first], from.shape[second]);
    let turned = if rows && (m, n) == (16, 16) {
        let square = of_shape(b, &from, &[16, 16]);
        let source = reshaped(b, source, square);
        turn_16_by_16(b, source)?
    } else {
        let flat = of_shape(b, &from, &[m * n]);
        let source = reshaped(b, source, flat);
        let mask: Vec<i64> = (0..n).flat_map(|column| (0..m).map(move |row| row * n + column)).collect();
        shuffle(b, source, source, &mask)
    };
    Some(vec![reshaped(b, turned, to.ty(context))])
}

fn shuffle(b: &mut GreedyRewriter<'_, '_>, one: Value, other: Value, mask: &[i64]) -> Value {
    b.create_value(vector::Shuffle::build(one, other, mask))
}

/// Transposes a 16 by 16 matrix in four steps, each with shuffles of two rows: interleaving of single lanes, of pairs of lanes,
/// and twice of blocks of four. AVX-512 has instructions for these.
fn turn_16_by_16(b: &mut GreedyRewriter<'_, '_>, matrix: Value) -> Option<Value> {
    // In each block of four lanes, interleaves the first or second halves of both rows, `width` lanes at a time.
    let unpack = |width: i64, high: bool| {
        let start = if high { 2 } else { 0 };
        (0..4).flat_map(move |block| {
            (0..4).map(move |at| {
                let (row, within) = if width == 1 { (at % 2, at / 2) } else { (at / 2, at % 2) };
                row * 16 + block * 4 + start + within
            })
        })
    };
    // Every other block of four lanes of both rows.
    let blocks = |odd: bool| {
        let start = if odd { 4 } else { 0 };
        (0..4).flat_map(move |block| (0..4).map(move |at| block * 8 + start + at))
    };
    let mut rows = Vec::with_capacity(16);
    for row in 0..16 {
        rows.push(extract(b, matrix, &[row])?);
    }
    let mut step = |rows: &[Value], pairs: &[(usize, usize)], masks: [Vec<i64>; 2], interleaved: bool| {
        let mut made = Vec::with_capacity(16);
        match interleaved {
            true => {
                for &(one, other) in pairs {
                    made.extend(masks.iter().map(|mask| shuffle(b, rows[one], rows[other], mask)));
                }
            }
            false => {
                for mask in &masks {
                    made.extend(pairs.iter().map(|&(one, other)| shuffle(b, rows[one], rows[other], mask)));
                }
            }
        }
        made
    };
    let pairs: Vec<(usize, usize)> = (0..8).map(|pair| (2 * pair, 2 * pair + 1)).collect();
    let rows = step(&rows, &pairs, [unpack(1, false).collect(), unpack(1, true).collect()], true);
    let pairs: Vec<(usize, usize)> =
        (0..4).flat_map(|group| [(4 * group, 4 * group + 2), (4 * group + 1, 4 * group + 3)]).collect();
    let rows = step(&rows, &pairs, [unpack(2, false).collect(), unpack(2, true).collect()], true);
    let masks: [Vec<i64>; 2] = [blocks(false).collect(), blocks(true).collect()];
    let halves: Vec<Value> = (0..2)
        .flat_map(|half| {
            let pairs: Vec<(usize, usize)> = (0..4).map(|at| (8 * half + at, 8 * half + 4 + at)).collect();
            step(&rows, &pairs, masks.clone(), false)
        })
        .collect();
    let pairs: Vec<(usize, usize)> = (0..8).map(|at| (at, 8 + at)).collect();
    let rows = step(&halves, &pairs, masks, false);
    let ty = b.type_of(matrix);
    let mut whole = poison(b, ty);
    for (at, row) in rows.into_iter().enumerate() {
        whole = insert(b, row, whole, &[at as i64]);
    }
    Some(whole)
}
