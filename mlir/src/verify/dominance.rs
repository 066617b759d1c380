//! Checks that definitions dominate their uses.

use std::cell::OnceCell;

use cranelift_entity::EntitySet;

use super::Verifier;
use crate::body::{Block, Body, Op, OpRef, Region, Value, ValueDef};
use crate::diagnostic::Diagnostic;
use crate::graph::Dominators;

/// A region around the use being checked, and the operation in it that is, or contains, the user.
struct Place {
    region: Region,
    /// The dominator tree of the region, computed on first use.
    dominators: OnceCell<Dominators<Block>>,
    /// Whether definitions must dominate uses; not so in a graph region.
    ssa: bool,
    /// The current operation and its block.
    at: Option<(Op, Block)>,
}

impl Place {
    fn dominators(&self, body: &Body) -> &Dominators<Block> {
        self.dominators.get_or_init(|| Dominators::of(&body.flow(self.region)))
    }
}

/// The path of regions from the outermost region to the use being checked.
struct Way<'b> {
    body: &'b Body,
    places: Vec<Place>,
    /// Operations that were visited completely, including their regions.
    behind: EntitySet<Op>,
}

impl<'a> Verifier<'a> {
    /// Checks the uses in a region and its nested regions, down to the next isolated operations.
    pub(super) fn dominance(&mut self, body: &'a Body, region: Region, ssa: bool) {
        let behind = EntitySet::with_capacity(body.op_count());
        self.uses(region, ssa, &mut Way { body, places: Vec::new(), behind });
    }

    /// Reports a use that its definition does not dominate.
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

    fn uses(&mut self, region: Region, ssa: bool, way: &mut Way<'a>) {
        let (context, body) = (self.context, way.body);
        let depth = way.places.len();
        way.places.push(Place { region, dominators: OnceCell::new(), ssa, at: None });
        for &block in body.region_blocks(region) {
            for op in body.block_ops(block) {
                way.places[depth].at = Some((op, block));
                for (index, &operand) in body.operands(op).iter().enumerate() {
                    if !way.defines(operand) {
                        self.undominated(OpRef::new(context, body, op), index, operand);
                    }
                }
                if body.nested(op).is_none() && !body.regions(op).1.is_empty() {
                    let ssa = !super::is_graph(OpRef::new(context, body, op));
                    for &inner in body.regions(op).1 {
                        self.uses(inner, ssa, way);
                    }
                }
                way.behind.insert(op);
            }
        }
        way.places.pop();
    }
}

impl Way<'_> {
    /// Whether the definition of `value` dominates the use at the end of the path. A definition in an outer region must precede
    /// the operation that contains the use.
    fn defines(&self, value: Value) -> bool {
        let body = self.body;
        let (block, definition) = match body.value_def(value) {
            ValueDef::Argument(block, _) => (Some(block), None),
            ValueDef::Result(definition, _) => (body.op_block(definition), Some(definition)),
        };
        let Some(block) = block else { return false };
        let region = body.block_region(block);
        let Some(depth) = self.places.iter().rposition(|place| Some(place.region) == region) else {
            return false;
        };
        let place = &self.places[depth];
        let Some((op, used)) = place.at else { return false };
        // An operation's own results are not visible in its regions, even if these are graph regions.
        let within = depth + 1 < self.places.len();
        if within && definition == Some(op) {
            return false;
        }
        match definition {
            _ if !place.ssa => true,
            // Order does not matter in an unreachable block.
            Some(definition) if block == used => {
                self.behind.contains(definition) || !place.dominators(body).is_reachable(used)
            }
            // The entry block dominates all blocks.
            _ => {
                body.region_blocks(place.region).first() == Some(&block)
                    || place.dominators(body).dominates(block, used)
            }
        }
    }
}
