//! Which blocks of a region dominate which.
//!
//! Dominators are computed as Cooper, Harvey and Kennedy do ("A Simple, Fast Dominance Algorithm").

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::body::{Block, Body, Region};

/// The immediate dominators of the blocks of a region.
#[derive(Clone, Debug)]
pub struct Dominators {
    dominator: SecondaryMap<Block, PackedOption<Block>>,
    /// Number in reverse postorder, from 1; 0 for blocks that are not reached.
    number: SecondaryMap<Block, u32>,
    /// The blocks that are reached, in reverse postorder.
    order: Vec<Block>,
}

impl Dominators {
    /// Those of a region as it is now.
    pub fn of(body: &Body, region: Region) -> Self {
        let mut this =
            Self { dominator: SecondaryMap::new(), number: SecondaryMap::new(), order: Vec::new() };
        let Some(&entry) = body.region_blocks(region).first() else { return this };
        let successors =
            |block: Block| body.block_last(block).map(|last| body.successors(last)).unwrap_or_default();
        // Postorder, with a stack of blocks and how many of their successors were looked at.
        let mut postorder = Vec::new();
        let mut stack = vec![(entry, 0)];
        this.number[entry] = u32::MAX;
        while let Some((block, next)) = stack.pop() {
            match successors(block).get(next) {
                Some(&successor) => {
                    stack.push((block, next + 1));
                    if this.number[successor] == 0 {
                        this.number[successor] = u32::MAX;
                        stack.push((successor, 0));
                    }
                }
                None => postorder.push(block),
            }
        }
        let count = postorder.len() as u32;
        for (index, &block) in postorder.iter().enumerate() {
            this.number[block] = count - index as u32;
        }
        let mut predecessors: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        for &block in &postorder {
            for &successor in successors(block) {
                predecessors[successor].push(block);
            }
        }
        postorder.reverse();
        this.order = postorder;
        this.dominator[entry] = entry.into();
        let mut changed = true;
        while changed {
            changed = false;
            for index in 1..this.order.len() {
                let block = this.order[index];
                let mut dominator: Option<Block> = None;
                for &predecessor in &predecessors[block] {
                    if this.dominator[predecessor].is_some() {
                        dominator =
                            Some(dominator.map_or(predecessor, |other| this.common(predecessor, other)));
                    }
                }
                if this.dominator[block] != dominator.into() {
                    this.dominator[block] = dominator.into();
                    changed = true;
                }
            }
        }
        this
    }

    /// The nearest block that dominates both.
    fn common(&self, mut a: Block, mut b: Block) -> Block {
        while a != b {
            while self.number[a] > self.number[b] {
                a = self.dominator[a].expand().unwrap_or(b);
            }
            while self.number[b] > self.number[a] {
                b = self.dominator[b].expand().unwrap_or(a);
            }
        }
        a
    }

    /// Whether every way to `block` leads through `dominator`; of a block that is not reached, anything is true.
    pub fn dominates(&self, dominator: Block, mut block: Block) -> bool {
        if self.number[block] == 0 {
            return true;
        }
        loop {
            if block == dominator {
                return true;
            }
            match self.dominator[block].expand() {
                Some(next) if next != block && self.number[next] >= self.number[dominator] => block = next,
                _ => return false,
            }
        }
    }

    /// The blocks that are reached, in reverse postorder, each with the block that dominates it immediately; the entry has none.
    pub fn tree(&self) -> impl Iterator<Item = (Block, Option<Block>)> + '_ {
        self.order.iter().map(|&block| (block, self.dominator[block].expand().filter(|&by| by != block)))
    }
}
