//! The cyclic regions of a function: natural loops, and around or instead of them strongly connected components that are no loops.

use tern_graph::{Components, Lists, components};
use tern_llvm_ir::Block;
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::graph::{Cfg, Loop, Loops};

/// The innermost region that a block is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Region {
    /// A natural loop.
    Loop(Loop),
    /// A component of several blocks, for a block of it that is in no loop.
    Component(u32),
}

pub(super) struct Regions<'g> {
    pub(super) cfg: &'g Cfg<Block>,
    pub(super) loops: &'g Loops<Block>,
    /// Of positions in reverse post-order.
    components: Components,
    /// By loop, the edges out of it.
    exits: Lists<(Block, Block)>,
}

impl<'g> Regions<'g> {
    pub(super) fn new(cfg: &'g Cfg<Block>, loops: &'g Loops<Block>) -> Self {
        let position =
            |block| cfg.position(block).expect("successors of reachable blocks are reachable") as u32;
        let successors = |at: u32| cfg.successors(cfg.order()[at as usize]).map(position);
        let components = components(cfg.order().len() as u32, successors);
        let exits = loops.all_exit_edges(cfg);
        Self { cfg, loops, components, exits }
    }

    /// The component of a block, if it has several blocks.
    fn component(&self, block: Block) -> Option<u32> {
        let component = self.components.of(self.cfg.position(block)? as u32);
        (self.components.nodes(component).len() > 1).then_some(component as u32)
    }

    pub(super) fn region(&self, block: Block) -> Option<Region> {
        let inner = self.loops.innermost(block).map(Region::Loop);
        inner.or_else(|| self.component(block).map(Region::Component))
    }

    /// Whether an edge between the blocks would enter the region of `to`.
    pub(super) fn enters(&self, from: Block, to: Block) -> bool {
        match self.region(to) {
            None => false,
            Some(Region::Loop(inner)) => !self.loops.contains(inner, from),
            Some(region) => self.region(from) != Some(region),
        }
    }

    fn members(&self, component: u32) -> impl Iterator<Item = Block> + '_ {
        let nodes = self.components.nodes(component as usize);
        nodes.iter().map(|&at| self.cfg.order()[at as usize])
    }

    /// The blocks outside that edges out of a region lead to, once for each edge.
    pub(super) fn exits(&self, region: Region) -> Vec<Block> {
        match region {
            Region::Loop(this) => self.exits.of(this.index()).iter().map(|&(_, to)| to).collect(),
            Region::Component(component) => {
                let successors = self.members(component).flat_map(|block| self.cfg.successors(block));
                successors.filter(|&to| self.component(to) != Some(component)).collect()
            }
        }
    }

    /// The blocks whose weight depends on that of a region. Source: for a component, LLVM has its entries, not what leads to them.
    pub(super) fn entering(&self, region: Region) -> Vec<Block> {
        match region {
            Region::Loop(this) => self.cfg.predecessors(self.loops[this].header).collect(),
            Region::Component(component) => {
                let is_outside = |from: Block| self.component(from) != Some(component);
                self.members(component)
                    .filter(|&block| self.cfg.predecessors(block).any(is_outside))
                    .collect()
            }
        }
    }
}
