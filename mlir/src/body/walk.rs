//! Iteration over the operations of a body. Operations that were removed are never among them.

use super::{Block, Body, Op, Region, Value, ValueDef};

/// When [`Body::walk`] visits an operation: before or after those nested in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Before.
    Pre,
    /// After.
    Post,
}

/// How [`Body::walk`] goes on after an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// With the next operation.
    Continue,
    /// In preorder, with the next operation that is not nested in this one; otherwise as `Continue`.
    Skip,
    /// Not at all.
    Stop,
}

/// The operations of a block.
pub(super) struct BlockOps<'b> {
    pub(super) body: &'b Body,
    /// The first and the last of those that are left.
    pub(super) ends: Option<(Op, Op)>,
}

impl Iterator for BlockOps<'_> {
    type Item = Op;

    fn next(&mut self) -> Option<Op> {
        let (first, last) = self.ends?;
        let next = self.body.next_op(first).filter(|_| first != last);
        self.ends = next.map(|next| (next, last));
        Some(first)
    }
}

impl DoubleEndedIterator for BlockOps<'_> {
    fn next_back(&mut self) -> Option<Op> {
        let (first, last) = self.ends?;
        let previous = self.body.previous_op(last).filter(|_| first != last);
        self.ends = previous.map(|previous| (first, previous));
        Some(last)
    }
}

impl Body {
    /// All operations of the body in preorder: each before those nested in it. Bodies of isolated operations are not entered.
    pub fn ops(&self) -> Vec<Op> {
        let regions = self.root_regions().iter();
        self.ops_in(regions.flat_map(|&region| self.region_blocks(region)).copied())
    }

    /// The arguments of all blocks in regions of the body and of its operations. Bodies of isolated operations are not entered.
    pub fn arguments_in_use(&self) -> Vec<Value> {
        let ops = self.ops();
        let nested = ops.iter().flat_map(|&op| self.regions_here(op));
        let blocks = self.root_regions().iter().chain(nested).flat_map(|&region| self.region_blocks(region));
        blocks.flat_map(|&block| self.block_arguments(block)).copied().collect()
    }

    /// The operations of these blocks and those nested in them, in preorder, as [`ops`](Self::ops).
    pub fn ops_in(&self, blocks: impl IntoIterator<Item = Block>) -> Vec<Op> {
        let mut ops = Vec::new();
        let mut pending: Vec<Op> = blocks.into_iter().flat_map(|block| self.block_ops(block)).collect();
        pending.reverse();
        while let Some(op) = pending.pop() {
            ops.push(op);
            let before = pending.len();
            pending.extend(self.ops_directly_in(op));
            pending[before..].reverse();
        }
        ops
    }

    /// All operations of the body in postorder: each after those nested in it. Bodies of isolated operations are not entered.
    pub fn ops_in_postorder(&self) -> Vec<Op> {
        self.postorder_of(self.roots.iter().flat_map(|&region| self.region_blocks(region)).copied())
    }

    /// The operations nested in `op`, in postorder; none if it is isolated from above.
    pub fn ops_within(&self, op: Op) -> Vec<Op> {
        self.postorder_of(
            self.regions_here(op).iter().flat_map(|&region| self.region_blocks(region)).copied(),
        )
    }

    /// Whether a value is defined by an operation nested in `op`, or is an argument of a block in it.
    pub fn is_defined_within(&self, value: Value, op: Op) -> bool {
        let mut block = match self.value_def(value) {
            ValueDef::Result(definition, _) => self.op_block(definition),
            ValueDef::Argument(block, _) => Some(block),
        };
        while let Some(parent) =
            block.and_then(|it| self.block_region(it)).and_then(|it| self.region_parent(it))
        {
            if parent == op {
                return true;
            }
            block = self.op_block(parent);
        }
        false
    }

    /// Calls `visit` for every operation of this body and of nested bodies, with the body that holds it, until it stops.
    /// Returns whether it was stopped.
    pub fn walk<'a>(&'a self, order: Order, mut visit: impl FnMut(&'a Self, Op) -> Step) -> bool {
        // Taken from the end; the flag tells that the operations in it were visited.
        let mut pending: Vec<(&'a Self, Op, bool)> = Vec::new();
        fn push<'a>(pending: &mut Vec<(&'a Body, Op, bool)>, body: &'a Body, regions: &'a [Region]) {
            let before = pending.len();
            let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
            pending.extend(blocks.flat_map(|&block| body.block_ops(block)).map(|op| (body, op, false)));
            pending[before..].reverse();
        }
        push(&mut pending, self, &self.roots);
        while let Some((body, op, entered)) = pending.pop() {
            if order == Order::Pre || entered {
                match visit(body, op) {
                    Step::Continue => {}
                    Step::Skip => continue,
                    Step::Stop => return true,
                }
            }
            if !entered {
                if order == Order::Post {
                    pending.push((body, op, true));
                }
                let (inner, regions) = body.regions(op);
                push(&mut pending, inner, regions);
            }
        }
        false
    }

    /// All operations that are in a block, in postorder: those of the root regions first, then those of blocks and regions that
    /// are not in the body.
    pub(super) fn all_in_blocks(&self) -> Vec<Op> {
        let mut ops = self.ops_in_postorder();
        let is_outermost = |&block: &Block| match self.block_region(block) {
            None => true,
            Some(region) => match self.region_parent(region) {
                None => !self.roots.contains(&region),
                Some(parent) => self.op_block(parent).is_none(),
            },
        };
        ops.extend(self.postorder_of(self.blocks.keys().filter(is_outermost)));
        ops
    }

    /// The operations of these blocks and those nested in them, in postorder.
    fn postorder_of(&self, blocks: impl Iterator<Item = Block>) -> Vec<Op> {
        // A reversed preorder: operations are taken from the end.
        let mut ops = Vec::new();
        let mut pending: Vec<Op> = blocks.flat_map(|block| self.block_ops(block)).collect();
        while let Some(op) = pending.pop() {
            ops.push(op);
            pending.extend(self.ops_directly_in(op));
        }
        ops.reverse();
        ops
    }

    /// The operations in the blocks of the regions of `op`; none if it is isolated from above.
    fn ops_directly_in(&self, op: Op) -> impl Iterator<Item = Op> + '_ {
        let blocks = self.regions_here(op).iter().flat_map(|&region| self.region_blocks(region));
        blocks.flat_map(|&block| self.block_ops(block))
    }

    /// The regions of an operation that are in this body.
    fn regions_here(&self, op: Op) -> &[Region] {
        self.ops[op].regions.as_slice(&self.region_pool)
    }
}
