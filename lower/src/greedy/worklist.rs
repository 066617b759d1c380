//! The worklist of the greedy driver: a stack without duplicates.

use rustc_hash::FxHashMap;
use tern_mlir::Op;

/// A stack of operations without duplicates.
#[derive(Default)]
pub(super) struct Worklist {
    /// In the order in which they were pushed; `None` marks an operation that was removed.
    ops: Vec<Option<Op>>,
    positions: FxHashMap<Op, usize>,
}

impl Worklist {
    /// Pushes an operation, unless it is already on the stack.
    pub(super) fn push(&mut self, op: Op) {
        let end = self.ops.len();
        if *self.positions.entry(op).or_insert(end) == end {
            self.ops.push(Some(op));
        }
    }

    /// Reverses the order of the stack.
    pub(super) fn reverse(&mut self) {
        self.ops.retain(Option::is_some);
        self.ops.reverse();
        let placed = self.ops.iter().enumerate();
        self.positions = placed.filter_map(|(index, op)| op.map(|op| (op, index))).collect();
    }

    /// Pops the operation that was pushed last.
    pub(super) fn pop(&mut self) -> Option<Op> {
        while let Some(last) = self.ops.pop() {
            if let Some(op) = last {
                self.positions.remove(&op);
                return Some(op);
            }
        }
        None
    }

    /// Removes an operation, wherever it is on the stack.
    pub(super) fn remove(&mut self, op: Op) {
        if let Some(position) = self.positions.remove(&op) {
            self.ops[position] = None;
        }
    }
}
