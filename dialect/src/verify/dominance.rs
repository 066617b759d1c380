//! Dominance: a value is defined on every way to its use.

use cranelift_entity::SecondaryMap;

use super::Verifier;
use crate::body::{Block, Body, Op, OpRef, Region, Value, ValueDef};
use crate::diagnostic::Diagnostic;
use crate::dominators::Dominators;

/// A region on the way to a use: which of its blocks dominate which, and the order of operations within blocks; `None` for a
/// graph, where values need not be defined before they are used.
struct Order(Option<(Dominators, SecondaryMap<Op, u32>)>);

impl Order {
    fn of(body: &Body, region: Region, ssa: bool) -> Self {
        let positions = || {
            let mut position = SecondaryMap::new();
            for &block in body.region_blocks(region) {
                for (index, op) in body.block_ops(block).enumerate() {
                    position[op] = index as u32;
                }
            }
            position
        };
        Self(ssa.then(|| (Dominators::of(body, region), positions())))
    }

    /// Whether what `definition` defines in `block`, or the block as its argument, is defined where `op` of `used` comes.
    fn allows(&self, (block, definition): (Block, Option<Op>), (used, op): (Block, Op)) -> bool {
        let Self(Some((dominators, position))) = self else { return true };
        match definition {
            Some(definition) if block == used => position[definition] < position[op],
            _ => dominators.dominates(block, used),
        }
    }
}

/// A region, and the operation in it that is, or is around, the one at hand.
struct Place {
    region: Region,
    order: Order,
    op: Option<Op>,
}

impl<'a> Verifier<'a> {
    /// Checks the uses in a region and in the regions within it, down to the next isolated operation.
    pub(super) fn dominance(&mut self, body: &'a Body, region: Region, ssa: bool) {
        self.uses(body, region, ssa, &mut Vec::new());
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

    fn uses(&mut self, body: &'a Body, region: Region, ssa: bool, places: &mut Vec<Place>) {
        let context = self.context;
        let depth = places.len();
        places.push(Place { region, order: Order::of(body, region, ssa), op: None });
        for &block in body.region_blocks(region) {
            for op in body.block_ops(block) {
                places[depth].op = Some(op);
                for (index, &operand) in body.operands(op).iter().enumerate() {
                    if !is_defined(body, operand, places) {
                        self.undominated(OpRef::new(context, body, op), index, operand);
                    }
                }
                if body.nested(op).is_none() && !body.regions(op).1.is_empty() {
                    let ssa = !super::is_graph(OpRef::new(context, body, op));
                    for &inner in body.regions(op).1 {
                        self.uses(body, inner, ssa, places);
                    }
                }
            }
        }
        places.pop();
    }
}

/// Whether `value` is defined where it is used by the operation that the last of `places` leads to: what is defined in a region
/// around that must be there before the operation that holds the use.
fn is_defined(body: &Body, value: Value, places: &[Place]) -> bool {
    let (block, definition) = match body.value_def(value) {
        ValueDef::Argument(block, _) => (Some(block), None),
        ValueDef::Result(definition, _) => (body.op_block(definition), Some(definition)),
    };
    let Some(block) = block else { return false };
    let region = body.block_region(block);
    let Some(depth) = places.iter().rposition(|place| Some(place.region) == region) else { return false };
    let Some((op, used)) = places[depth].op.and_then(|op| Some((op, body.op_block(op)?))) else {
        return false;
    };
    // No operation uses its own results within its regions, not even in a graph.
    let within = depth + 1 < places.len();
    !(within && definition == Some(op)) && places[depth].order.allows((block, definition), (used, op))
}
