//! Simplifies regions: removes unreachable blocks, and dead operations and block arguments. MLIR: `simplifyRegions`.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;
use tern_mlir::declare::{Arity, Trait};
use tern_mlir::graph::Dominators;
use tern_mlir::verify::{successor_operand_range, successor_operands};
use tern_mlir::{Attribute, Block, Body, Context, Op, OpRef, Region, Value, ValueDef};

use crate::effects::is_removable;

/// Removes blocks that are unreachable from the entry of their region. Returns whether there were any.
pub(super) fn remove_unreached(body: &mut Body) -> bool {
    let mut unreached: Vec<Block> = Vec::new();
    for region in regions(body) {
        let blocks = body.region_blocks(region);
        if blocks.len() > 1 {
            let dominators = Dominators::of(&body.flow(region));
            unreached.extend(blocks.iter().filter(|&&block| !dominators.is_reachable(block)));
        }
    }
    body.erase_blocks(&unreached);
    !unreached.is_empty()
}

/// All regions of the body, at any depth.
fn regions(body: &Body) -> Vec<Region> {
    let ops = body.ops();
    let within = ops.iter().filter(|&&op| body.nested(op).is_none()).flat_map(|&op| body.regions(op).1);
    body.root_regions().iter().chain(within).copied().collect()
}

/// The values that are live: needed, directly or indirectly, by an operation that must stay.
#[derive(Default)]
struct Needed {
    values: SecondaryMap<Value, bool>,
    pending: Vec<Value>,
}

impl Needed {
    fn add(&mut self, value: Value) {
        if !std::mem::replace(&mut self.values[value], true) {
            self.pending.push(value);
        }
    }
}

/// Removes block arguments and operations that are dead, including cycles that only use each other. Returns whether anything
/// was removed.
pub(super) fn remove_unneeded(context: &Context, body: &mut Body) -> bool {
    let regions = regions(body);
    let blocks: Vec<Block> = regions.iter().flat_map(|&region| body.region_blocks(region)).copied().collect();
    let ops: Vec<Op> = blocks.iter().flat_map(|&block| body.block_ops(block)).collect();
    let needed = needed(context, body, &ops);
    let entries: FxHashSet<Block> =
        regions.iter().filter_map(|&region| body.region_blocks(region).first().copied()).collect();
    let stays = |body: &Body, block: Block, index: usize| {
        entries.contains(&block) || needed[body.block_arguments(block)[index]]
    };
    let shrinks = |body: &Body, block: Block| {
        (0..body.block_arguments(block).len()).any(|index| !stays(body, block, index))
    };
    let mut changed = false;
    for &op in &ops {
        let op_ref = OpRef::new(context, body, op);
        if op_ref.successors().iter().any(|&block| shrinks(body, block)) {
            let successors = op_ref.successors().to_vec();
            let keep: Vec<Vec<bool>> = successors
                .iter()
                .map(|&block| {
                    let count = body.block_arguments(block).len();
                    (0..count).map(|index| stays(body, block, index)).collect()
                })
                .collect();
            keep_handed_over(context, body, op, &keep);
        }
    }
    for &block in &blocks {
        if shrinks(body, block) {
            let keep: Vec<bool> =
                (0..body.block_arguments(block).len()).map(|index| stays(body, block, index)).collect();
            body.retain_arguments(block, |index| keep[index]);
            changed = true;
        }
    }
    let is_dead = |&op: &Op| {
        is_removable(OpRef::new(context, body, op)) && body.results(op).all(|result| !needed[result])
    };
    let dead: Vec<Op> = ops.into_iter().rev().filter(is_dead).collect();
    body.erase_ops(&dead);
    changed || !dead.is_empty()
}

/// The live values: the operands of operations with effects, and transitively what those depend on.
fn needed(context: &Context, body: &Body, ops: &[Op]) -> SecondaryMap<Value, bool> {
    let mut needed = Needed::default();
    // For each block, the branches to it with the index of the successor.
    let mut branches: SecondaryMap<Block, Vec<(Op, usize)>> = SecondaryMap::new();
    for &op in ops {
        let op_ref = OpRef::new(context, body, op);
        let mut handed = vec![false; op_ref.operands().len()];
        for (index, &block) in op_ref.successors().iter().enumerate() {
            match successor_operand_range(op_ref, index) {
                Some(range) => {
                    handed[range].fill(true);
                    branches[block].push((op, index));
                }
                None => body.block_arguments(block).iter().for_each(|&argument| needed.add(argument)),
            }
        }
        // Operations nested in a removable operation count as live, as its terminators do.
        if !is_removable(op_ref) {
            let operands = op_ref.operands().iter().zip(handed);
            operands.filter(|(_, handed)| !handed).for_each(|(&operand, _)| needed.add(operand));
        }
    }
    while let Some(value) = needed.pending.pop() {
        match body.value_def(value) {
            ValueDef::Result(op, _) => body.operands(op).iter().for_each(|&operand| needed.add(operand)),
            ValueDef::Argument(block, argument) => {
                for &(op, index) in &branches[block] {
                    let op = OpRef::new(context, body, op);
                    let operands = successor_operands(op, index).unwrap_or_default();
                    operands.get(argument as usize).into_iter().for_each(|&operand| needed.add(operand));
                }
            }
        }
    }
    needed.values
}

/// Drops the operands that a branch passes to successor arguments for which `keep` is false.
fn keep_handed_over(context: &Context, body: &mut Body, op: Op, keep: &[Vec<bool>]) {
    let op_ref = OpRef::new(context, body, op);
    let Some(def) = op_ref.def() else { return };
    let mut stays = vec![true; op_ref.operands().len()];
    let mut handed: Vec<i32> = Vec::new();
    for (index, keep) in keep.iter().enumerate() {
        let Some(range) = successor_operand_range(op_ref, index) else { continue };
        stays[range].iter_mut().zip(keep).for_each(|(stays, &keep)| *stays = keep);
        handed.push(keep.iter().filter(|&&keep| keep).count() as i32);
    }
    let operands: Vec<Value> = op_ref
        .operands()
        .iter()
        .zip(&stays)
        .filter(|&(_, &stays)| stays)
        .map(|(&operand, _)| operand)
        .collect();
    let left = |name: &str| stays[op_ref.operand_range(name)].iter().filter(|&&stays| stays).count() as i32;
    let mut changed: Vec<(&'static str, Attribute)> = Vec::new();
    if def.has(|t| matches!(t, Trait::AttrSizedOperandSegments)) {
        let sizes: Vec<i32> = def.operands.iter().map(|decl| left(decl.name)).collect();
        changed.push(("operandSegmentSizes", Attribute::dense_i32(context, &sizes)));
    }
    let groups = def.branch_groups();
    let fixed = groups.map_or(0, |groups| groups.len() - 1);
    for decl in def.operands.iter().filter(|decl| groups.is_some_and(|groups| groups.contains(&decl.name))) {
        if let Arity::VariadicOfVariadic(sizes) = decl.arity {
            changed.push((sizes, Attribute::dense_i32(context, &handed[fixed..])));
        }
    }
    if let Some(sizes) = def.branch_segments().filter(|_| handed.len() == keep.len()) {
        changed.push((sizes, Attribute::dense_i32(context, &handed)));
    }
    for (name, value) in changed {
        body.set_declared(context, op, name, value);
    }
    body.set_operands(op, &operands);
}
