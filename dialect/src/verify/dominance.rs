//! Dominance: a value is defined on every way to its use.

use cranelift_entity::SecondaryMap;

use super::Verifier;
use crate::body::{Block, Body, Op, OpRef, Region, Value, ValueDef};
use crate::diagnostic::Diagnostic;
use crate::dominators::Dominators;

/// Which blocks of a region dominate which, and the order of operations within blocks.
struct Order {
    dominators: Dominators,
    position: SecondaryMap<Op, u32>,
}

impl Order {
    fn of(body: &Body, region: Region) -> Self {
        let mut position = SecondaryMap::new();
        for &block in body.region_blocks(region) {
            for (index, op) in body.block_ops(block).enumerate() {
                position[op] = index as u32;
            }
        }
        Self { dominators: Dominators::of(body, region), position }
    }
}

impl<'a> Verifier<'a> {
    /// Checks the uses in a region and in the regions within it, down to the next isolated operation.
    pub(super) fn dominance(&mut self, body: &'a Body, region: Region, ssa: bool) {
        let order = ssa.then(|| Order::of(body, region));
        let mut stack = Vec::new();
        self.uses(body, region, &mut stack, region, order.as_ref());
    }

    /// Reports a use of a value that need not be defined there.
    #[cold]
    fn undominated(&mut self, op: OpRef<'_>, index: usize, operand: Value) {
        let body = op.body;
        let message = format!("operand #{index} does not dominate this use");
        let region = |block: Option<Block>| block.and_then(|block| body.block_region(block));
        let is_within = |inner: Option<Region>, outer: Option<Region>| {
            let around = |&region: &Region| {
                body.region_parent(region).and_then(|op| body.op_block(op)).and_then(|b| body.block_region(b))
            };
            std::iter::successors(inner, around).skip(1).any(|region| Some(region) == outer)
        };
        let use_block = body.op_block(op.op);
        let relation = |block: Option<Block>| match (region(use_block), region(block)) {
            (used, defined) if used == defined => "in the same region",
            (used, defined) if is_within(used, defined) => "in a parent region",
            (used, defined) if is_within(defined, used) => "in a child region",
            _ => "neither in a parent nor in a child region",
        };
        let (location, note) = match body.value_def(operand) {
            ValueDef::Result(definition, _) => {
                let block = body.op_block(definition);
                let relation = match relation(block) {
                    _ if block == use_block => "in the same block",
                    "neither in a parent nor in a child region" => {
                        "is neither in a parent nor in a child region"
                    }
                    relation => relation,
                };
                (body.op_location(definition), format!("operand defined here (op {relation})"))
            }
            ValueDef::Argument(block, _) => {
                let blocks = region(Some(block)).map(|region| body.region_blocks(region)).unwrap_or_default();
                let number = blocks.iter().position(|&other| other == block).unwrap_or_default();
                let owner = region(Some(block)).and_then(|region| body.region_parent(region));
                let location = match (owner, self.parent()) {
                    (Some(owner), _) => body.op_location(owner),
                    (None, Some(parent)) => parent.body.op_location(parent.op),
                    (None, None) => body.op_location(op.op),
                };
                let relation = relation(Some(block));
                (location, format!("operand defined as a block argument (block #{number} {relation})"))
            }
        };
        let diagnostic = Diagnostic::error(body.op_location(op.op), message);
        self.report(op, diagnostic.with_note(location, note));
    }

    fn uses(
        &mut self,
        body: &'a Body,
        region: Region,
        around: &mut Vec<Op>,
        outermost: Region,
        order: Option<&Order>,
    ) {
        let context = self.context;
        let own;
        let order = if region == outermost {
            order
        } else {
            own = Order::of(body, region);
            Some(&own)
        };
        for &block in body.region_blocks(region) {
            for op in body.block_ops(block) {
                for (index, &operand) in body.operands(op).iter().enumerate() {
                    if let Some(order) = order
                        && !is_defined(body, order, region, operand, op, around)
                    {
                        let op = OpRef::new(context, body, op);
                        self.undominated(op, index, operand);
                    }
                }
                if body.nested(op).is_none() {
                    around.push(op);
                    for &inner in body.regions(op).1 {
                        self.uses(body, inner, around, outermost, order);
                    }
                    around.pop();
                }
            }
        }
    }
}

/// Whether `value` is defined where `op`, of `region`, uses it. What is defined outside the region was there before it.
fn is_defined(body: &Body, order: &Order, region: Region, value: Value, op: Op, around: &[Op]) -> bool {
    let (block, definition) = match body.value_def(value) {
        ValueDef::Argument(block, _) => (Some(block), None),
        ValueDef::Result(definition, _) => (body.op_block(definition), Some(definition)),
    };
    let (Some(block), Some(use_block)) = (block, body.op_block(op)) else { return false };
    if body.block_region(block) != Some(region) {
        // Of a region around this one: the operation that holds this one comes later than the definition, or in a block
        // that the definition's dominates; the order of that region is not at hand, so that only its block is compared.
        return around.iter().any(|&outer| {
            body.op_block(outer).and_then(|b| body.block_region(b)) == body.block_region(block)
                && definition != Some(outer)
        });
    }
    if block == use_block {
        return definition.is_none_or(|definition| order.position[definition] < order.position[op]);
    }
    order.dominators.dominates(block, use_block)
}
