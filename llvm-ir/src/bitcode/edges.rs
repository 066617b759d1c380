//! Edges to PHI nodes with values that LLVM no longer has as constants. The instructions that make such a value stand in a block of their
//! own on the edge.

use rustc_hash::FxHashMap;

use super::bitstream::Result;
use super::body::BodyReader;
use super::tables::Slot;
use crate::entity::{StrId, Strings};
use crate::function::{Block, Value};
use crate::instruction::{Inst, Instruction, List};
use crate::types::Type;

/// The names of a function's instructions and blocks that have no record, numbered as LLVM numbers them.
#[derive(Default)]
pub(super) struct Names {
    taken: Vec<&'static str>,
    last_number: u32,
}

/// A name, and the number behind it.
type Numbered = (&'static str, Option<u32>);

impl Names {
    fn next(&mut self, base: &'static str) -> Numbered {
        if !self.taken.contains(&base) {
            self.taken.push(base);
            return (base, None);
        }
        self.last_number += 1;
        (base, Some(self.last_number))
    }

    /// `base`, with a number if it is taken.
    pub(super) fn unique(&mut self, strings: &Strings, base: &'static str) -> StrId {
        interned(strings, self.next(base))
    }
}

fn interned(strings: &Strings, (base, number): Numbered) -> StrId {
    match number {
        None => strings.intern(base.as_bytes()),
        Some(number) => strings.intern(format!("{base}{number}").as_bytes()),
    }
}

/// The edges of a function whose values take instructions.
#[derive(Default)]
pub(super) struct Edges {
    pub(super) names: Names,
    all: Vec<Edge>,
    /// By predecessor and block of the PHI node: the index of the edge.
    known: FxHashMap<(Block, Block), usize>,
    /// The name of the next block, as LLVM makes blocks before it knows whether there is anything to put into them.
    next: Option<Numbered>,
    /// The instructions of the edge whose value is being read.
    open: Option<Vec<Inst>>,
}

/// A block on an edge to the block of a PHI node.
struct Edge {
    to: Block,
    block: Block,
    insts: Vec<Inst>,
}

impl Edges {
    /// Whether instructions belong to an edge.
    pub(super) fn are_open(&self) -> bool {
        self.open.is_some()
    }

    /// The instructions of the edge to which they belong.
    pub(super) fn open(&mut self) -> Option<&mut Vec<Inst>> {
        self.open.as_mut()
    }

    fn find(&self, from: Block, to: Block) -> Option<usize> {
        self.known.get(&(from, to)).copied()
    }

    /// Reserves the name of a block for the edges that come next.
    fn reserve(&mut self) {
        if self.next.is_none() {
            self.next = Some(self.names.next("phi.constexpr"));
        }
    }
}

impl BodyReader<'_, '_> {
    /// Adds an incoming value of a PHI node to those that were read before. If there are several from one block, they are the same, and
    /// the first counts.
    pub(super) fn incoming(&mut self, id: u32, ty: Type, from: Block, before: &mut Incoming) -> Result<()> {
        let is_pending = matches!(self.entry(id).map(|entry| entry.slot), Some(Slot::Pending(_)));
        if self.edges.all.is_empty() && !is_pending {
            self.edges.reserve();
            before.edges.push((self.value_with_id(id, ty)?, from));
            return Ok(());
        }
        self.before_instruction()?;
        let to = self.function.layout[self.current];
        let edge = self.edges.find(from, to);
        if let Some(value) = before.from(from) {
            if edge.is_none() {
                before.edges.push((value, from));
            }
            return Ok(());
        }
        if edge.is_none() {
            self.edges.reserve();
        }
        let insts = edge.map(|edge| std::mem::take(&mut self.edges.all[edge].insts));
        self.edges.open = Some(insts.unwrap_or_default());
        let value = self.value_with_id(id, ty);
        let insts = self.edges.open.take().unwrap_or_default();
        match edge {
            Some(edge) => self.edges.all[edge].insts = insts,
            None if !insts.is_empty() => self.add_edge(from, to, insts),
            None => {}
        }
        before.edges.push((value?, from));
        Ok(())
    }

    fn add_edge(&mut self, from: Block, to: Block, insts: Vec<Inst>) {
        let block = self.function.blocks.push(Default::default());
        let name = self.edges.next.take();
        self.function.blocks[block].name = name.map(|name| interned(&self.tables.module.strings, name));
        self.edges.known.insert((from, to), self.edges.all.len());
        self.edges.all.push(Edge { to, block, insts });
    }

    /// Puts the blocks on edges before those of their PHI nodes.
    pub(super) fn finish_edges(&mut self) {
        let Edges { all, known, .. } = std::mem::take(&mut self.edges);
        if all.is_empty() {
            return;
        }
        let mut before: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
        for Edge { to, block, insts, .. } in &all {
            let function = &mut self.function;
            let branch = function.add_inst(Instruction::Br(*to), None, List::default());
            function.set_block_insts(*block, &[&insts[..], &[branch]].concat());
            before.entry(*to).or_default().push(*block);
        }
        let through = |from: Block, to: Block| known.get(&(from, to)).map(|&edge| all[edge].block);
        for &block in &self.function.layout {
            if let Some(terminator) = self.function.terminator(block) {
                self.function.insts[terminator].inst.for_each_successor_mut(|successor| {
                    *successor = through(block, *successor).unwrap_or(*successor);
                });
            }
            if before.contains_key(&block) {
                for at in 0..self.function.block_insts(block).len() {
                    let inst = self.function.block_insts(block)[at];
                    if let Instruction::Phi { incoming, .. } = self.function.insts[inst].inst {
                        for (_, from) in &mut self.function.edges[incoming.range()] {
                            *from = through(*from, block).unwrap_or(*from);
                        }
                    }
                }
            }
        }
        let layout = std::mem::take(&mut self.function.layout);
        let with_edges = layout
            .into_iter()
            .flat_map(|block| before.remove(&block).unwrap_or_default().into_iter().chain([block]));
        self.function.layout = with_edges.collect();
    }
}

/// The incoming values of a PHI node that were read.
#[derive(Default)]
pub(super) struct Incoming {
    pub(super) edges: smallvec::SmallVec<[(Value, Block); 8]>,
    /// The first value from each block. Has the first `added` edges.
    first: FxHashMap<Block, Value>,
    added: usize,
}

impl Incoming {
    /// The first value from a block.
    fn from(&mut self, block: Block) -> Option<Value> {
        for &(value, from) in &self.edges[self.added..] {
            self.first.entry(from).or_insert(value);
        }
        self.added = self.edges.len();
        self.first.get(&block).copied()
    }
}
