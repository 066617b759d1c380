//! Hoists constants to the beginning of their body and deduplicates them. MLIR: `OperationFolder::insertKnownConstant`.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_mlir::{Attribute, Location, Op, OpName, Type};

use super::rewriter::GreedyRewriter;
use crate::conversion::{Point, is_constant, put};

/// The constants found so far.
#[derive(Default)]
struct Known {
    ops: FxHashMap<(OpName, Attribute, Type), Op>,
    kept: FxHashSet<Op>,
}

impl GreedyRewriter<'_, '_> {
    /// Puts all operations on the worklist: nested operations before the operation that holds them, or in the reverse order if
    /// `top_down`. Moves constants to the front of the body one by one, unless they are already in the leading run of
    /// constants, and replaces duplicates. A constant that replaces another, or that was moved from another block, loses its
    /// location. Returns whether anything was moved.
    pub(super) fn fill_worklist(&mut self, top_down: bool) -> bool {
        let entry = self
            .body
            .root_regions()
            .first()
            .and_then(|&region| self.body.region_blocks(region).first().copied());
        let Some(entry) = entry else { return false };
        let mut known = Known::default();
        let mut changed = false;
        let unknown = Location::unknown(self.context);
        for op in if top_down { self.body.ops() } else { self.ops() } {
            let reference = self.op_ref(op);
            let constant = is_constant(reference) && reference.operands().is_empty();
            let Some(result) = reference.result().filter(|_| constant) else {
                self.add(op);
                continue;
            };
            let key = (self.body.op_name(op), self.body.properties(op), self.body.value_type(result));
            let other = known.ops.get(&key).copied();
            if let Some((other, value)) = other.and_then(|other| Some((other, self.body.result(other)?))) {
                self.replace(op, &[value]);
                self.body.set_location(other, unknown);
                changed = true;
                continue;
            }
            known.ops.insert(key, op);
            known.kept.insert(op);
            let first = self.body.block_first(entry) == Some(op);
            let follows = self.body.op_block(op) == Some(entry)
                && self.body.previous_op(op).is_some_and(|before| known.kept.contains(&before));
            if !first && !follows {
                if self.body.op_block(op) != Some(entry) {
                    self.body.set_location(op, unknown);
                }
                self.body.remove_op(op);
                put(self.body, Point::Start(entry), op);
                changed = true;
            }
            self.add(op);
        }
        if top_down {
            self.worklist.reverse();
        }
        changed
    }
}
