//! Which blocks of a region dominate which.
//!
//! Dominators are computed as Cooper, Harvey and Kennedy do ("A Simple, Fast Dominance Algorithm"). Blocks are handled by their
//! numbers in reverse postorder, and each knows which numbers its subtree has in a preorder of the tree of dominators.

use crate::body::{Block, Body, Region};

/// The immediate dominators of the blocks of a region.
#[derive(Clone, Debug, Default)]
pub struct Dominators {
    /// The blocks that are reached, in reverse postorder.
    order: Vec<Block>,
    /// By block: its index in `order`, from 1; 0 for blocks that are not reached.
    numbers: Vec<u32>,
    /// By index in `order`: the index of the immediate dominator; the entry has itself.
    immediate: Vec<u32>,
    /// By index in `order`: where the subtree begins and ends in the preorder.
    subtrees: Vec<(u32, u32)>,
}

/// The immediate dominator of a block that was not looked at yet.
const UNKNOWN: u32 = u32::MAX;

impl Dominators {
    /// Those of a region as it is now.
    pub fn of(body: &Body, region: Region) -> Self {
        let Some(&entry) = body.region_blocks(region).first() else { return Self::default() };
        let successors = |block: Block| body.block_last(block).map_or(&[][..], |last| body.successors(last));
        let order = reverse_postorder(entry, body.block_count(), successors);
        let mut numbers = vec![0; body.block_count()];
        for (index, block) in order.iter().enumerate() {
            numbers[block.as_u32() as usize] = index as u32 + 1;
        }
        let number = |block: &Block| numbers[block.as_u32() as usize] - 1;
        // Predecessors, each block's after those of the one before it.
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

    /// Whether any way leads from the entry to a block.
    pub fn is_reached(&self, block: Block) -> bool {
        self.index(block).is_some()
    }

    /// Whether every way to `block` leads through `dominator`; of a block that is not reached, anything is true.
    pub fn dominates(&self, dominator: Block, block: Block) -> bool {
        let Some(block) = self.index(block) else { return true };
        self.index(dominator).is_some_and(|dominator| {
            let (begin, end) = self.subtrees[dominator];
            (begin..end).contains(&self.subtrees[block].0)
        })
    }

    /// The blocks that are reached, in reverse postorder, each with the block that dominates it immediately; the entry has none.
    pub fn tree(&self) -> impl Iterator<Item = (Block, Option<Block>)> + '_ {
        let immediate = |index: usize| (index != 0).then(|| self.order[self.immediate[index] as usize]);
        self.order.iter().enumerate().map(move |(index, &block)| (block, immediate(index)))
    }
}

/// The blocks that are reached from `entry`.
fn reverse_postorder<'b>(
    entry: Block,
    count: usize,
    successors: impl Fn(Block) -> &'b [Block],
) -> Vec<Block> {
    let mut seen = vec![false; count];
    let mut order = Vec::new();
    // A stack of blocks and the successors that were not looked at yet.
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

/// The nearest block that dominates both.
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

/// Where the subtree of each block begins and ends in a preorder of the tree.
fn subtrees(immediate: &[u32]) -> Vec<(u32, u32)> {
    let mut sizes = vec![1; immediate.len()];
    for index in (1..immediate.len()).rev() {
        sizes[immediate[index] as usize] += sizes[index];
    }
    // What comes next in a subtree: dominators come before what they dominate.
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
