//! Dominator trees of the blocks of a region.
//!
//! Computed by the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"). Blocks are identified by their
//! position in reverse postorder; each has the range of its subtree in a preorder of the dominator tree, so that a dominance query
//! is a range check.

use crate::body::{Block, Body, Region};

/// The dominator tree of a region.
#[derive(Clone, Debug, Default)]
pub struct Dominators {
    /// The reachable blocks in reverse postorder.
    order: Vec<Block>,
    /// By block: its index in `order` plus one; 0 for unreachable blocks.
    numbers: Vec<u32>,
    /// By index in `order`: the index of the immediate dominator; the entry is its own.
    immediate: Vec<u32>,
    /// By index in `order`: the range of the subtree in the preorder.
    subtrees: Vec<(u32, u32)>,
}

/// The immediate dominator of a block that has not been visited yet.
const UNKNOWN: u32 = u32::MAX;

impl Dominators {
    /// Computes the dominator tree of a region in its current state.
    pub fn of(body: &Body, region: Region) -> Self {
        let Some(&entry) = body.region_blocks(region).first() else { return Self::default() };
        let successors = |block: Block| body.block_last(block).map_or(&[][..], |last| body.successors(last));
        let order = reverse_postorder(entry, body.block_count(), successors);
        let mut numbers = vec![0; body.block_count()];
        for (index, block) in order.iter().enumerate() {
            numbers[block.as_u32() as usize] = index as u32 + 1;
        }
        let number = |block: &Block| numbers[block.as_u32() as usize] - 1;
        // The predecessors of all blocks, concatenated in the order of the blocks.
        let mut ends = vec![0; order.len() + 1];
        for &block in &order {
            successors(block).iter().for_each(|successor| ends[number(successor) as usize + 1] += 1);
        }
        (1..ends.len()).for_each(|index| ends[index] += ends[index - 1]);
        let (begins, mut filled) = (ends.clone(), ends);
        let mut predecessors = vec![0; filled[order.len()] as usize];
        for (index, &block) in order.iter().enumerate() {
            for successor in successors(block) {
                let at = &mut filled[number(successor) as usize];
                predecessors[*at as usize] = index as u32;
                *at += 1;
            }
        }
        let mut immediate = vec![UNKNOWN; order.len()];
        immediate[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for index in 1..order.len() {
                let known = predecessors[begins[index] as usize..begins[index + 1] as usize].iter().copied();
                let known = known.filter(|&predecessor| immediate[predecessor as usize] != UNKNOWN);
                let dominator = known.reduce(|a, b| common(&immediate, a, b)).unwrap_or(UNKNOWN);
                changed |= std::mem::replace(&mut immediate[index], dominator) != dominator;
            }
        }
        let subtrees = subtrees(&immediate);
        Self { order, numbers, immediate, subtrees }
    }

    fn index(&self, block: Block) -> Option<usize> {
        (*self.numbers.get(block.as_u32() as usize)? as usize).checked_sub(1)
    }

    /// Whether a block is reachable from the entry.
    pub fn is_reached(&self, block: Block) -> bool {
        self.index(block).is_some()
    }

    /// Whether every path from the entry to `block` goes through `dominator`; always true if `block` is unreachable.
    pub fn dominates(&self, dominator: Block, block: Block) -> bool {
        let Some(block) = self.index(block) else { return true };
        self.index(dominator).is_some_and(|dominator| {
            let (begin, end) = self.subtrees[dominator];
            (begin..end).contains(&self.subtrees[block].0)
        })
    }

    /// The reachable blocks in reverse postorder, each with its immediate dominator; the entry has none.
    pub fn tree(&self) -> impl Iterator<Item = (Block, Option<Block>)> + '_ {
        let immediate = |index: usize| (index != 0).then(|| self.order[self.immediate[index] as usize]);
        self.order.iter().enumerate().map(move |(index, &block)| (block, immediate(index)))
    }
}

/// The blocks reachable from `entry`, in reverse postorder.
fn reverse_postorder<'b>(
    entry: Block,
    count: usize,
    successors: impl Fn(Block) -> &'b [Block],
) -> Vec<Block> {
    let mut seen = vec![false; count];
    let mut order = Vec::new();
    // A stack of blocks and their successors that have not been visited yet.
    let mut stack = vec![(entry, successors(entry))];
    seen[entry.as_u32() as usize] = true;
    while let Some((block, rest)) = stack.last_mut() {
        match rest.split_first() {
            Some((&successor, others)) => {
                *rest = others;
                if !std::mem::replace(&mut seen[successor.as_u32() as usize], true) {
                    stack.push((successor, successors(successor)));
                }
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

/// The nearest common dominator of two blocks.
fn common(immediate: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = immediate[a as usize];
        }
        while b > a {
            b = immediate[b as usize];
        }
    }
    a
}

/// The range of each block's subtree in a preorder of the tree.
fn subtrees(immediate: &[u32]) -> Vec<(u32, u32)> {
    let mut sizes = vec![1; immediate.len()];
    for index in (1..immediate.len()).rev() {
        sizes[immediate[index] as usize] += sizes[index];
    }
    // The next free position in each subtree; a dominator precedes the blocks it dominates.
    let mut next = vec![0; immediate.len()];
    let place = |index: usize| {
        let begin = next[immediate[index] as usize];
        next[immediate[index] as usize] += sizes[index];
        next[index] = begin + 1;
        (begin, begin + sizes[index])
    };
    (0..immediate.len()).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::{ParseOptions, parse};

    #[test]
    fn blocks_dominate_what_is_reached_through_them() {
        let text = br#"
            test.func @f(%c: i1) {
              test.cond_br %c, ^a, ^b
            ^a:
              test.cond_br %c, ^join, ^loop
            ^b:
              test.br ^join
            ^loop:
              test.cond_br %c, ^loop, ^join
            ^join:
              test.return
            ^nowhere:
              test.br ^join
            }"#;
        let context = crate::test_dialect::context();
        let module = parse(&context, "t", text, &ParseOptions::default()).unwrap();
        let (outer, regions) = module.body().regions(module.root());
        let func = outer.block_first(outer.region_blocks(regions[0])[0]).unwrap();
        let (body, regions) = outer.regions(func);
        let [entry, a, b, around, join, nowhere] = *body.region_blocks(regions[0]) else { panic!() };
        let dominators = Dominators::of(body, regions[0]);
        for block in [entry, a, b, around, join] {
            assert!(dominators.dominates(entry, block) && dominators.dominates(block, block));
            assert!(dominators.dominates(block, nowhere) && !dominators.dominates(nowhere, block));
        }
        assert!(dominators.dominates(a, around));
        for dominator in [a, b, around] {
            assert!(!dominators.dominates(dominator, join) && !dominators.dominates(dominator, entry));
        }
        let tree: Vec<_> = dominators.tree().collect();
        assert_eq!(tree.len(), 5);
        assert_eq!(tree[0], (entry, None));
        assert!(tree.contains(&(join, Some(entry))) && tree.contains(&(around, Some(a))));
    }
}
