//! Constants at the beginning of a body, each once. MLIR: `OperationFolder::insertKnownConstant`.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_dialect::{Attribute, Op, OpName, Type};

use super::rewriter::GreedyRewriter;
use crate::conversion::{Point, is_constant, put};

/// Constants that were found.
#[derive(Default)]
struct Known {
    ops: FxHashMap<(OpName, Attribute, Type), Op>,
    kept: FxHashSet<Op>,
}

impl GreedyRewriter<'_, '_> {
    /// Puts all operations on the worklist, those in regions before the one that has them. Constants that are not at the
    /// beginning, or behind one that is there, are moved to the very front, one after the other, and those that are there
    /// already are replaced. Returns whether anything was moved.
    pub(super) fn fill_worklist(&mut self) -> bool {
        let entry = self
            .body
            .root_regions()
            .first()
            .and_then(|&region| self.body.region_blocks(region).first().copied());
        let Some(entry) = entry else { return false };
        let mut known = Known::default();
        let mut changed = false;
        for op in self.ops() {
            let reference = self.op_ref(op);
            let constant = is_constant(reference) && reference.operands().is_empty();
            let Some(result) = reference.result().filter(|_| constant) else {
                self.add(op);
                continue;
            };
            let key = (self.body.op_name(op), self.body.properties(op), self.body.value_type(result));
            if let Some(value) = known.ops.get(&key).and_then(|&other| self.body.result(other)) {
                self.replace(op, &[value]);
                changed = true;
                continue;
            }
            known.ops.insert(key, op);
            known.kept.insert(op);
            let first = self.body.block_first(entry) == Some(op);
            let follows = self.body.op_block(op) == Some(entry)
                && self.body.previous_op(op).is_some_and(|before| known.kept.contains(&before));
            if !first && !follows {
                self.body.remove_op(op);
                put(self.body, Point::Start(entry), op);
                changed = true;
            }
            self.add(op);
        }
        changed
    }
}
