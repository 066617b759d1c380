//! Transpositions, element by element or row by row.

use tern_dialect::Op;

use super::super::elements::all_positions;
use super::{Progress, extract, insert, poison, value, vector};
use crate::conversion::Builder;
use crate::greedy::GreedyRewriter;

pub(super) fn transpose(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Progress {
    let context = b.context();
    let (from, to) = (vector(b, op, "vector")?, vector(b, op, "result")?);
    let source = value(b, op, "vector")?;
    let permutation = b.op_ref(op).property("permutation")?.as_dense_i64(context)?;
    // Dimensions at the end that stay where they are move as a whole.
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
