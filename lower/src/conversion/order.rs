//! The order in which blocks are visited: preorder of the dominator tree, from the entry. Unreachable blocks are not visited
//! and so not converted, as upstream.

use rustc_hash::FxHashMap;
use tern_mlir::graph::Dominators;
use tern_mlir::{Block, Body, Region};

/// The reachable blocks of a region in dominance order.
pub(super) fn blocks(body: &Body, region: Region) -> Vec<Block> {
    let all = body.region_blocks(region);
    if all.len() < 2 {
        return all.to_vec();
    }
    let mut children: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    for (block, dominator) in Dominators::of(&body.flow(region)).tree() {
        if let Some(dominator) = dominator {
            children.entry(dominator).or_default().push(block);
        }
    }
    let mut order = Vec::with_capacity(all.len());
    let mut pending = vec![all[0]];
    while let Some(block) = pending.pop() {
        order.push(block);
        pending.extend(children.get(&block).into_iter().flatten().rev());
    }
    order
}
