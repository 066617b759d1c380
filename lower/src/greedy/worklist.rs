//! Operations that are to be looked at.

use rustc_hash::FxHashMap;
use tern_mlir::Op;

/// Operations in the order in which they came, each once; the last one is taken first.
#[derive(Default)]
pub(super) struct Worklist {
    /// `None` where an operation was removed.
    ops: Vec<Option<Op>>,
    positions: FxHashMap<Op, usize>,
}

impl Worklist {
    /// Adds an operation, unless it is there: then it stays where it is.
    pub(super) fn push(&mut self, op: Op) {
        let end = self.ops.len();
        if *self.positions.entry(op).or_insert(end) == end {
            self.ops.push(Some(op));
        }
    }

    /// The first one is the last from now on.
    pub(super) fn reverse(&mut self) {
        self.ops.retain(Option::is_some);
        self.ops.reverse();
        let placed = self.ops.iter().enumerate();
        self.positions = placed.filter_map(|(index, op)| op.map(|op| (op, index))).collect();
    }

    /// Takes the last one.
    pub(super) fn pop(&mut self) -> Option<Op> {
        while let Some(last) = self.ops.pop() {
            if let Some(op) = last {
                self.positions.remove(&op);
                return Some(op);
            }
        }
        None
    }

    /// Takes one out.
    pub(super) fn remove(&mut self, op: Op) {
        if let Some(position) = self.positions.remove(&op) {
            self.ops[position] = None;
        }
    }
}
