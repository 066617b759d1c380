//! What is known of integers: which bits are fixed, and between which numbers they lie. It follows from constants, from what
//! instructions compute, from `range` and `!range`, and from the conditions of branches, switches and `llvm.assume`.
//!
//! Facts about a value hold for `undef` too, but not for poison.
//!
//! ```
//! use tern_analysis::known::KnownIntegers;
//!
//! let text = b"define i32 @f(i32 %x, i32 %y) {\nentry:\n  %low = and i32 %x, 12\n  %sum = add nuw i32 %low, 3\n\
//!     \x20 %small = icmp ult i32 %y, 100\n  br i1 %small, label %then, label %end\nthen:\n  br label %end\nend:\n  ret i32 %sum\n}\n";
//! let module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let (f, _, function) = module.definitions().next().unwrap();
//! let known = KnownIntegers::of(&module, f).unwrap();
//! let entry = function.block_insts(function.layout[0]);
//! let sum = function.insts[entry[1]].result.expand().unwrap();
//! let sum = known.value(&module, sum.into()).unwrap();
//! assert_eq!((sum.ones(), sum.unsigned()), (3, (3, 15)));
//! // The condition holds in one of the blocks.
//! let y = function.args[1].into();
//! assert_eq!(known.at(&module, y, function.layout[1]).unwrap().unsigned(), (0, 99));
//! assert_eq!(known.at(&module, y, function.layout[2]).unwrap().unsigned(), (0, u32::MAX.into()));
//! ```

mod arithmetic;
mod conditions;
mod domain;
mod evaluate;
mod intrinsics;
mod operands;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use tern_graph::Lists;
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::graph::{Cfg, Dominators};
use tern_llvm_ir::{Block, Function, Global, Inst, Instruction, Local, Module, Value};

use conditions::{ByValue, Condition, Edges, OnEdges, refined};
pub use domain::Known;
use domain::Limits;
use evaluate::Operands;
pub(crate) use evaluate::{Checked, intrinsic};

/// What is known of the integers of a function.
#[derive(Clone, Debug)]
pub struct KnownIntegers {
    dominators: Dominators<Block>,
    conditions: ByValue,
    edges: Edges,
    /// `None` if the local is no integer, or if nothing defines it: it is in a block that is not reached, or is always poison.
    known: SecondaryMap<Local, Option<Known>>,
}

/// A PHI node is widened when what is known of it has changed so many times, and nothing is known of it any more after the most.
const WIDENED_AFTER: u8 = 4;
const ENTIRELY_AFTER: u8 = 12;
const MOST_CHANGES: u8 = 20;

/// How often all is computed once more at the end, from what was widened.
const NARROWED: usize = 2;

/// An instruction whose result is an integer.
#[derive(Clone, Copy)]
struct Step {
    block: Block,
    at: usize,
    inst: Inst,
    result: Local,
    nothing: Known,
}

impl KnownIntegers {
    /// Computes what is known; none for a declaration, or what is no function.
    pub fn of(module: &Module, function: Global) -> Option<Self> {
        let body = module.globals[function].as_function().filter(|body| !body.is_declaration())?;
        let cfg = Cfg::of(body);
        Some(Self::new(module, body, &cfg, Dominators::new(&cfg)))
    }

    /// Computes what is known of the integers of a function.
    pub fn new(
        module: &Module,
        function: &Function,
        cfg: &Cfg<Block>,
        dominators: Dominators<Block>,
    ) -> Self {
        let mut on_edges = OnEdges::new(module, function);
        let conditions = ByValue::new(&mut on_edges, cfg);
        let edges = Edges::new(&mut on_edges, cfg);
        let known = Self { dominators, conditions, edges, known: SecondaryMap::new() };
        let mut solver = Solver { module, function, known };
        solver.arguments();
        let steps = solver.steps(cfg);
        solver.ascend(&steps);
        for _ in 0..NARROWED {
            solver.narrow(&steps);
        }
        solver.known
    }

    /// What is known of a value wherever it is defined. `None` if it is no integer or vector of integers of up to 128 bits, or if it is
    /// always poison or never computed.
    pub fn value(&self, module: &Module, value: Value) -> Option<Known> {
        match (value.local(), value.constant()) {
            (Some(local), _) => self.known[local],
            (_, Some(constant)) => {
                let ty = module.types.scalar(module.constants.ty(constant));
                let nothing = Known::nothing(module.types.integer_width(ty)?)?;
                operands::of_constant(module, constant, nothing)
            }
            _ => None,
        }
    }

    /// What is known of a value where a block begins, with the conditions that hold there. `None` as for [`value`](Self::value), and if
    /// the conditions contradict one another.
    pub fn at(&self, module: &Module, value: Value, block: Block) -> Option<Known> {
        self.before(module, value, block, 0)
    }

    /// Known bits and range of a value on the edge between two blocks, the second of which has PHI nodes. `None` as for
    /// [`at`](Self::at).
    pub(crate) fn on_edge(&self, module: &Module, value: Value, from: Block, to: Block) -> Option<Known> {
        let at_end = |value: Value| self.at_end(module, value, from);
        refined(value, at_end(value)?, self.edges.of(from, to), &at_end)
    }

    /// Known bits and range of a value at the end of a block.
    fn at_end(&self, module: &Module, value: Value, block: Block) -> Option<Known> {
        if !self.dominators.is_reachable(block) {
            return None;
        }
        self.before(module, value, block, usize::MAX)
    }

    /// What is known of a value before an instruction of a block.
    fn before(&self, module: &Module, value: Value, block: Block, at: usize) -> Option<Known> {
        let mut known = self.value(module, value)?;
        if let Some(local) = value.local() {
            // One condition may say more after another.
            for _ in 0..2 {
                let before = known;
                for condition in self.conditions.at(&self.dominators, local, block, at) {
                    known = condition.apply(known, &|value| self.value(module, value))?;
                }
                if known == before {
                    break;
                }
            }
        }
        Some(known)
    }
}

/// Computes what is known.
struct Solver<'m> {
    module: &'m Module,
    function: &'m Function,
    known: KnownIntegers,
}

impl Solver<'_> {
    fn arguments(&mut self) {
        for &argument in &self.function.args {
            if let Some(nothing) = self.nothing(argument) {
                let known = operands::of_argument(self.module, self.function, argument, nothing);
                self.known.known[argument] = Some(known);
            }
        }
    }

    /// Computes all once more, from what is known so far.
    fn narrow(&mut self, steps: &[Step]) {
        for step in steps {
            let new = self.evaluate(step);
            let old = &mut self.known.known[step.result];
            // What is always poison stays as it is.
            *old = new.and_then(|new| old.as_ref()?.and(new)).or(*old);
        }
    }

    /// Nothing, for an integer or a vector of integers.
    fn nothing(&self, local: Local) -> Option<Known> {
        let types = &self.module.types;
        Known::nothing(types.integer_width(types.scalar(self.function.locals[local].ty))?)
    }

    /// The instructions with integers as results, those of a block before those that it dominates.
    fn steps(&self, cfg: &Cfg<Block>) -> Vec<Step> {
        let mut steps = Vec::new();
        for &block in cfg.order() {
            for (at, &inst) in self.function.block_insts(block).iter().enumerate() {
                let Some(result) = self.function.insts[inst].result.expand() else { continue };
                let Some(nothing) = self.nothing(result) else { continue };
                steps.push(Step { block, at, inst, result, nothing });
            }
        }
        steps
    }

    /// The integers that values are compared with.
    fn limits(&self) -> Limits {
        Limits::new(self.function.instructions().flat_map(|(_, inst)| {
            let operands = match self.function.insts[inst].inst {
                Instruction::ICmp { lhs, rhs, .. } => [Some(lhs), Some(rhs)],
                _ => [None, None],
            };
            operands.into_iter().flatten().filter_map(|operand| operands::element(self.module, operand))
        }))
    }

    /// The values that a step computes with. Those about which the conditions of a `select` ask are missing.
    fn reads(&self, step: &Step) -> Vec<Local> {
        let mut found = Vec::new();
        match &self.function.insts[step.inst].inst {
            Instruction::Phi { incoming, .. } => {
                for &(value, from) in self.function.list(*incoming) {
                    let Some(value) = value.local() else { continue };
                    found.push(value);
                    found.extend(self.known.edges.others(value, from, step.block));
                }
            }
            &Instruction::ExtractValue { aggregate, .. } => {
                let checked = Checked::defining(self.module, self.function, aggregate);
                let operands = checked.into_iter().flat_map(|it| [it.lhs, it.rhs]);
                found.extend(operands.filter_map(Value::local));
            }
            inst => inst.for_each_operand(self.function, |operand| found.extend(operand.local())),
        }
        for at in 0..found.len() {
            found.extend(self.known.conditions.others(found[at]));
        }
        found
    }

    /// For each value, the positions of the steps that compute with it.
    fn readers(&self, steps: &[Step]) -> Lists<u32> {
        let mut pairs = Vec::new();
        for (step, at) in steps.iter().zip(0..) {
            pairs.extend(self.reads(step).into_iter().map(|read| (read.as_u32(), at)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        Lists::of_pairs(self.function.locals.len(), &pairs)
    }

    /// Begins with what nothing is known to reach, and adds what instructions compute until nothing is new.
    fn ascend(&mut self, steps: &[Step]) {
        let (limits, readers) = (self.limits(), self.readers(steps));
        let mut changes: SecondaryMap<Local, u8> = SecondaryMap::new();
        let mut is_done = false;
        // All is gone over again until nothing changes, because a step may read more than it says.
        while !is_done {
            is_done = true;
            let mut pending: BTreeSet<u32> = (0..steps.len() as u32).collect();
            let mut from = 0;
            while let Some(at) = pending.range(from..).next().or(pending.first()).copied() {
                pending.remove(&at);
                from = at + 1;
                let step = &steps[at as usize];
                if self.rise(step, &limits, &mut changes[step.result]) {
                    is_done = false;
                    pending.extend(readers.of(step.result.as_u32() as usize));
                }
            }
        }
    }

    /// Evaluates an instruction, and joins known bits and range of its result with those from before. Returns whether they have changed.
    fn rise(&mut self, step: &Step, limits: &Limits, changes: &mut u8) -> bool {
        let Some(new) = self.evaluate(step) else { return false };
        let old = self.known.known[step.result];
        let joined = old.map_or(new, |old| old.or(new));
        if Some(joined) == old {
            return false;
        }
        // Every cycle of values has a PHI node.
        if !matches!(self.function.insts[step.inst].inst, Instruction::Phi { .. }) {
            self.known.known[step.result] = Some(joined);
            return true;
        }
        *changes += 1;
        self.known.known[step.result] = Some(match (*changes, old) {
            (MOST_CHANGES.., _) => step.nothing,
            (WIDENED_AFTER.., Some(old)) => joined.widened(&old, limits, *changes >= ENTIRELY_AFTER),
            _ => joined,
        });
        true
    }

    fn evaluate(&self, step: &Step) -> Option<Known> {
        let at = At { module: self.module, known: &self.known, step };
        evaluate::result(self.module, self.function, (step.block, step.inst), step.nothing, &at)
    }
}

/// The operands of an instruction.
struct At<'a> {
    module: &'a Module,
    known: &'a KnownIntegers,
    step: &'a Step,
}

impl Operands for At<'_> {
    fn known(&self, value: Value) -> Option<Known> {
        self.known.before(self.module, value, self.step.block, self.step.at)
    }

    fn known_at_end(&self, value: Value, block: Block) -> Option<Known> {
        self.known.at_end(self.module, value, block)
    }

    fn conditions(&self, from: Block, to: Block) -> &[(Local, Condition)] {
        self.known.edges.of(from, to)
    }
}
