//! The cycles of a control-flow graph, and how they nest. Source: LLVM, Cycle Terminology. A cycle may have several entries.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;

use crate::function::{Block, Function};

/// A maximal strongly connected part of the graph, or of what is left of one without its header.
struct Cycle {
    header: Block,
    entries: usize,
    parent: Option<usize>,
    /// The blocks, without those of cycles within.
    own: FxHashSet<Block>,
}

/// All cycles of a function.
pub(super) struct Cycles {
    cycles: Vec<Cycle>,
    /// The innermost cycle of each block.
    of: SecondaryMap<Block, Option<usize>>,
}

/// When a depth-first walk entered a block, and how many blocks it had entered when it left.
type Interval = (u32, u32);

impl Cycles {
    pub(super) fn of(function: &Function, predecessors: &SecondaryMap<Block, Vec<Block>>) -> Self {
        let (order, intervals) = walk(function);
        let mut cycles = Self { cycles: Vec::new(), of: SecondaryMap::new() };
        for &header in order.iter().rev() {
            cycles.discover(header, &intervals, predecessors);
        }
        cycles
    }

    /// Finds the cycle with this header, if there is one. Those within are known.
    fn discover(
        &mut self,
        header: Block,
        intervals: &SecondaryMap<Block, Option<Interval>>,
        predecessors: &SecondaryMap<Block, Vec<Block>>,
    ) {
        let is_below = |block: Block| match (intervals[header], intervals[block]) {
            (Some((begin, end)), Some((at, _))) => begin <= at && at < end,
            _ => false,
        };
        let mut work: Vec<Block> =
            predecessors[header].iter().copied().filter(|&from| is_below(from)).collect();
        if work.is_empty() {
            return;
        }
        let new = self.cycles.len();
        self.cycles.push(Cycle { header, entries: 1, parent: None, own: FxHashSet::from_iter([header]) });
        self.of[header] = Some(new);
        while let Some(block) = work.pop() {
            if block == header {
                continue;
            }
            let added = match self.outermost(block) {
                Some(known) if known == new => continue,
                Some(inner) => {
                    self.cycles[inner].parent = Some(new);
                    self.blocks(inner)
                }
                None => {
                    self.cycles[new].own.insert(block);
                    self.of[block] = Some(new);
                    vec![block]
                }
            };
            for block in added {
                let mut is_entry = false;
                for &from in &predecessors[block] {
                    if is_below(from) {
                        work.push(from);
                    } else {
                        is_entry |= intervals[from].is_some();
                    }
                }
                self.cycles[new].entries += usize::from(is_entry);
            }
        }
    }

    fn outermost(&self, block: Block) -> Option<usize> {
        let mut cycle = self.of[block]?;
        while let Some(parent) = self.cycles[cycle].parent {
            cycle = parent;
        }
        Some(cycle)
    }

    /// The blocks of a cycle and of those within.
    fn blocks(&self, cycle: usize) -> Vec<Block> {
        let within = (0..self.cycles.len()).filter(|&other| self.is_within(other, cycle));
        within.flat_map(|other| self.cycles[other].own.iter().copied()).collect()
    }

    fn is_within(&self, mut inner: usize, outer: usize) -> bool {
        loop {
            if inner == outer {
                return true;
            }
            match self.cycles[inner].parent {
                Some(parent) => inner = parent,
                None => return false,
            }
        }
    }

    /// The innermost cycle of a block.
    pub(super) fn innermost(&self, block: Block) -> Option<usize> {
        self.of[block]
    }

    /// The cycle around another one.
    pub(super) fn around(&self, cycle: usize) -> Option<usize> {
        self.cycles[cycle].parent
    }

    /// Whether a block is in a cycle, or in one within that.
    pub(super) fn contains(&self, cycle: usize, block: Block) -> bool {
        self.of[block].is_some_and(|inner| self.is_within(inner, cycle))
    }

    /// The only block by which a cycle is entered.
    pub(super) fn only_entry(&self, cycle: usize) -> Option<Block> {
        let cycle = &self.cycles[cycle];
        (cycle.entries == 1).then_some(cycle.header)
    }
}

/// The blocks that can be reached, in the order of a depth-first walk.
fn walk(function: &Function) -> (Vec<Block>, SecondaryMap<Block, Option<Interval>>) {
    let (mut order, mut intervals) = (Vec::new(), SecondaryMap::new());
    let mut work = vec![(function.layout[0], false)];
    while let Some((block, is_left)) = work.pop() {
        if is_left {
            if let Some((_, end)) = &mut intervals[block] {
                *end = order.len() as u32;
            }
            continue;
        }
        if intervals[block].is_some() {
            continue;
        }
        intervals[block] = Some((order.len() as u32, u32::MAX));
        order.push(block);
        work.push((block, true));
        work.extend(function.successors(block).into_iter().rev().map(|successor| (successor, false)));
    }
    (order, intervals)
}
