//! The order in which MLIR's own importer goes through the blocks of a function.

use rustc_hash::FxHashSet;
use tern_ir::Block;
use tern_ir::function::Function;

/// The blocks that can be reached, in reverse post-order: each after all that dominate it.
pub(crate) fn reverse_post_order(function: &Function) -> Vec<Block> {
    let Some(&entry) = function.layout.first() else { return Vec::new() };
    let successors = |block| {
        let terminator = function.terminator(block);
        let successors: Vec<Block> = terminator
            .map(|inst| function.insts[inst].inst.successors().into_iter().collect())
            .unwrap_or_default();
        successors.into_iter()
    };
    let mut seen = FxHashSet::default();
    seen.insert(entry);
    let mut stack = vec![(entry, successors(entry))];
    let mut order = Vec::new();
    while let Some((block, rest)) = stack.last_mut() {
        match rest.find(|next| !seen.contains(next)) {
            Some(next) => {
                seen.insert(next);
                stack.push((next, successors(next)));
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
