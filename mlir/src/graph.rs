//! The control-flow graph of a region, and what follows from it: dominators, loops, cycles, orders of blocks.

use crate::body::{Block, Body, Region};

pub use tern_graph::*;

/// The control-flow graph of a region in its current state.
#[derive(Clone, Copy)]
pub struct RegionFlow<'b> {
    /// The body that has the region.
    pub body: &'b Body,
    /// The region.
    pub region: Region,
}

impl Flow for RegionFlow<'_> {
    type Node = Block;

    fn bound(&self) -> usize {
        self.body.block_count()
    }

    fn nodes(&self) -> impl Iterator<Item = Block> {
        self.body.region_blocks(self.region).iter().copied()
    }

    fn successors(&self, block: Block) -> impl DoubleEndedIterator<Item = Block> {
        self.body.block_last(block).map_or(&[][..], |last| self.body.successors(last)).iter().copied()
    }
}

impl Body {
    /// The control-flow graph of a region.
    pub fn flow(&self, region: Region) -> RegionFlow<'_> {
        RegionFlow { body: self, region }
    }
}
