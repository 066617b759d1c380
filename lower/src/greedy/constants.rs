//! Hoists constants to the beginning of their body and deduplicates them. MLIR: `OperationFolder::insertKnownConstant`.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_mlir::fold::is_constant;
use tern_mlir::{Attribute, Location, Op, OpName, Point, Type};

use super::rewriter::GreedyRewriter;

/// The constants found so far.
#[derive(Default)]
struct KnownConstants {
    ops: FxHashMap<(OpName, Attribute, Type), Op>,
    kept: FxHashSet<Op>,
}

impl GreedyRewriter<'_, '_> {
    /// Puts all operations on the worklist: nested operations before the operation that holds them, or in the reverse order if
    /// `top_down`. Moves constants to the front of the body one by one, unless they are already in the leading run of
    /// constants, and replaces duplicates. A constant that replaces another, or that was moved from another block, loses its
    /// location. Returns whether anything was moved.
    pub(super) fn fill_worklist(&mut self, top_down: bool) -> bool {
        let body = &*self.core.body;
        let region = body.root_regions().first();
        let entry = region.and_then(|&region| body.region_blocks(region).first().copied());
        let Some(entry) = entry else { return false };
        let mut known = KnownConstants::default();
        let mut changed = false;
        let unknown = Location::unknown(self.core.context);
        for op in if top_down { self.core.body.ops() } else { self.core.body.ops_in_postorder() } {
            let reference = self.op_ref(op);
            let constant = is_constant(reference) && reference.operands().is_empty();
            let Some(result) = reference.result().filter(|_| constant) else {
                self.modified(op);
                continue;
            };
            let key = (
                self.core.body.op_name(op),
                self.core.body.properties(op),
                self.core.body.value_type(result),
            );
            let other = known.ops.get(&key).copied();
            if let Some((other, value)) = other.and_then(|other| Some((other, self.core.body.result(other)?)))
            {
                self.replace(op, &[value]);
                self.core.body.set_location(other, unknown);
                changed = true;
                continue;
            }
            known.ops.insert(key, op);
            known.kept.insert(op);
            let first = self.core.body.block_first(entry) == Some(op);
            let follows = self.core.body.op_block(op) == Some(entry)
                && self.core.body.previous_op(op).is_some_and(|before| known.kept.contains(&before));
            if !first && !follows {
                if self.core.body.op_block(op) != Some(entry) {
                    self.core.body.set_location(op, unknown);
                }
                self.core.move_to(op, Point::Start(entry));
                changed = true;
            }
            self.modified(op);
        }
        if top_down {
            self.core.listener.reverse();
        }
        changed
    }
}
