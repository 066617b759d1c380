//! Weights of blocks by what they do: those that end in `unreachable`, handle exceptions or call cold functions run rarely, and so do
//! the blocks that lead nowhere else. Source: LLVM, `BranchProbabilityInfo`.

use rustc_hash::FxHashMap;
use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::graph::{Dominators, PostDominators};
use tern_llvm_ir::instruction::CallSite;
use tern_llvm_ir::query::Callee;
use tern_llvm_ir::{Block, Function, Instruction, Module};

use super::regions::{Region, Regions};
use super::{Probability, weights};

/// What is not expected to run at all.
const UNREACHABLE: u32 = 0;
/// The least weight of what may run: calls that do not return, handlers of exceptions.
const LEAST: u32 = 1;
const COLD: u32 = 0xffff;
const DEFAULT: u32 = 0xf_ffff;
/// How often loops are expected to run.
const TRIPS: u32 = 31;

/// Weights of blocks, and of regions as what enters them sees them.
pub(super) struct Estimates<'g> {
    regions: &'g Regions<'g>,
    of_blocks: SecondaryMap<Block, Option<u32>>,
    of_regions: FxHashMap<Region, u32>,
}

/// Finds weights. Blocks and regions wait here until all that they lead to has a weight.
struct Search<'g> {
    found: Estimates<'g>,
    dominators: &'g Dominators<Block>,
    post_dominators: &'g PostDominators<Block>,
    waiting_blocks: Vec<Block>,
    /// Each by a block in it.
    waiting_regions: Vec<Block>,
    /// The progress of scanning the successors of each block.
    block_scans: SecondaryMap<Block, Scan>,
    /// The progress of scanning the exits of each region, and its exits.
    region_scans: FxHashMap<Region, (Scan, Vec<Block>)>,
    /// How many steps up the dominator tree are left, so that nests of many regions take no quadratic time.
    steps: usize,
}

/// How many of several successors are known to have weights, and the greatest of these. Weights do not change once they are known.
#[derive(Clone, Copy, Default)]
struct Scan {
    at: usize,
    greatest: u32,
}

impl Scan {
    /// The greatest weight, if all are known now and there is one.
    fn go_on(&mut self, count: usize, weight: impl Fn(usize) -> Option<u32>) -> Option<u32> {
        while self.at < count {
            self.greatest = self.greatest.max(weight(self.at)?);
            self.at += 1;
        }
        (count > 0).then_some(self.greatest)
    }
}

impl<'g> Estimates<'g> {
    pub(super) fn new(
        module: &Module,
        function: &Function,
        regions: &'g Regions<'g>,
        dominators: &'g Dominators<Block>,
        post_dominators: &'g PostDominators<Block>,
    ) -> Self {
        let found = Self { regions, of_blocks: SecondaryMap::new(), of_regions: FxHashMap::default() };
        let mut search = Search {
            found,
            dominators,
            post_dominators,
            waiting_blocks: Vec::new(),
            waiting_regions: Vec::new(),
            block_scans: SecondaryMap::new(),
            region_scans: FxHashMap::default(),
            steps: 1_000_000 + 64 * function.layout.len(),
        };
        for &block in regions.cfg.order() {
            if let Some(weight) = own_weight(module, function, block) {
                search.spread(block, weight);
            }
        }
        search.settle();
        search.found
    }

    /// The weight of an edge: that of the region which it enters, or of the block.
    pub(super) fn of_edge(&self, from: Block, to: Block) -> Option<u32> {
        match self.regions.region(to).filter(|_| self.regions.enters(from, to)) {
            Some(region) => self.of_regions.get(&region).copied(),
            None => self.of_blocks[to],
        }
    }

    /// The probabilities of the edges of a block, if a weight is known. Edges to `unlikely` blocks are taken half as often.
    pub(super) fn probabilities(
        &self,
        block: Block,
        successors: &[Block],
        unlikely: &[Block],
    ) -> Option<Vec<Probability>> {
        let mut is_any_known = false;
        let weight = |&to: &Block| {
            let mut weight = self.of_edge(block, to);
            let mut divide = |by: u32| {
                if weight != Some(UNREACHABLE) {
                    weight = Some((weight.unwrap_or(DEFAULT) / by).max(LEAST));
                }
            };
            if self.regions.enters(to, block) {
                divide(TRIPS);
            }
            if unlikely.contains(&to) {
                divide(2);
            }
            is_any_known |= weight.is_some();
            weight.unwrap_or(DEFAULT)
        };
        let mut weights: Vec<u32> = successors.iter().map(weight).collect();
        let sum = weights::scale(&mut weights, LEAST);
        let is_known = is_any_known && sum != 0;
        is_known.then(|| weights.into_iter().map(|weight| Probability::new(weight, sum)).collect())
    }
}

impl Search<'_> {
    /// Gives a weight to a block and to those above it in the dominator tree that run if and only if it runs. Blocks of other regions
    /// run another number of times.
    fn spread(&mut self, block: Block, weight: u32) {
        let mut next = Some(block).filter(|&block| self.dominators.is_reachable(block));
        while let Some(above) = next {
            if self.steps == 0 || !self.post_dominators.post_dominates(block, above) {
                break;
            }
            self.steps -= 1;
            let regions = self.found.regions;
            if regions.enters(block, above) {
                self.waiting_regions.push(above);
            } else if !regions.enters(above, block) && !self.set(above, weight) {
                break;
            }
            next = self.dominators.immediate(above);
        }
    }

    /// Gives a block a weight, unless it has one.
    fn set(&mut self, block: Block, weight: u32) -> bool {
        if self.found.of_blocks[block].is_some() {
            return false;
        }
        self.found.of_blocks[block] = Some(weight);
        let regions = self.found.regions;
        for before in regions.cfg.predecessors(block) {
            if regions.enters(block, before) {
                let known = regions.region(before).is_some_and(|it| self.found.of_regions.contains_key(&it));
                if !known {
                    self.waiting_regions.push(before);
                }
            } else if self.found.of_blocks[before].is_none() {
                self.waiting_blocks.push(before);
            }
        }
        true
    }

    /// Gives weights to all that wait and can have one.
    fn settle(&mut self) {
        while !(self.waiting_regions.is_empty() && self.waiting_blocks.is_empty()) {
            while let Some(block) = self.waiting_regions.pop() {
                self.settle_region(block);
            }
            while let Some(block) = self.waiting_blocks.pop() {
                self.settle_block(block);
            }
        }
    }

    fn settle_region(&mut self, block: Block) {
        let Some(region) = self.found.regions.region(block) else { return };
        if self.found.of_regions.contains_key(&region) {
            return;
        }
        let found = &self.found;
        let scan = self.region_scans.entry(region);
        let (scan, exits) = scan.or_insert_with(|| (Scan::default(), found.regions.exits(region)));
        if let Some(weight) = scan.go_on(exits.len(), |at| found.of_edge(block, exits[at])) {
            // A region that is never left can still be entered once.
            self.found.of_regions.insert(region, weight.max(LEAST));
            self.waiting_blocks.extend(self.found.regions.entering(region));
        }
    }

    fn settle_block(&mut self, block: Block) {
        if self.found.of_blocks[block].is_some() {
            return;
        }
        let (found, cfg) = (&self.found, self.found.regions.cfg);
        let weight = |at: usize| found.of_edge(block, cfg.successor(block, at)?);
        if let Some(weight) = self.block_scans[block].go_on(cfg.successors(block).len(), weight) {
            self.spread(block, weight);
        }
    }
}

/// The weight of a block by its instructions alone.
fn own_weight(module: &Module, function: &Function, block: Block) -> Option<u32> {
    let insts = function.block_insts(block);
    let is_called = |kind| {
        insts.iter().any(|&inst| match &function.insts[inst].inst {
            Instruction::Call(call) => module.call_has_attribute(call, kind),
            _ => false,
        })
    };
    let terminator = &function.insts[function.terminator(block)?].inst;
    if *terminator == Instruction::Unreachable || ends_in_deoptimization(module, function, block) {
        return Some(if is_called(AttributeKind::NoReturn) { LEAST } else { UNREACHABLE });
    }
    let is_pad = |inst: &Instruction| {
        matches!(
            inst,
            Instruction::LandingPad(_)
                | Instruction::CatchPad { .. }
                | Instruction::CleanupPad { .. }
                | Instruction::CatchSwitch(_)
        )
    };
    if insts.iter().any(|&inst| is_pad(&function.insts[inst].inst)) {
        return Some(LEAST);
    }
    is_called(AttributeKind::Cold).then_some(COLD)
}

/// Whether a block returns what `llvm.experimental.deoptimize` does.
fn ends_in_deoptimization(module: &Module, function: &Function, block: Block) -> bool {
    let is_record = |inst: &Instruction| inst.debug_record().is_some();
    let mut last = function.block_insts(block).iter().rev().map(|&inst| &function.insts[inst].inst);
    let deoptimizes = |call: &CallSite| match module.called(call) {
        Callee::Intrinsic(global) => {
            module.name(global).is_some_and(|name| name.starts_with(b"llvm.experimental.deoptimize."))
        }
        _ => false,
    };
    matches!(last.next(), Some(Instruction::Ret(_)))
        && matches!(last.find(|inst| !is_record(inst)), Some(Instruction::Call(call)) if deoptimizes(call))
}
