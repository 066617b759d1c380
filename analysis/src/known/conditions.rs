//! What branches, switches and assumptions say of values, and where it holds.

use rustc_hash::FxHashMap;
use tern_llvm_ir::graph::{Cfg, Dominators};
use tern_llvm_ir::instruction::{BinaryOp, CastOp, IntPredicate, Switch};
use tern_llvm_ir::query::Callee;
use tern_llvm_ir::{Block, Function, Instruction, Local, Module, Value};

use super::arithmetic::{binary, cast, where_holds};
use super::domain::Known;
use super::operands::element;
use crate::integers::Integer;

/// What is said of a value.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    /// It is one of some integers, of which this is known.
    OneOf(Known),
    /// It is not this integer.
    Not(Integer),
    /// A comparison with another value holds.
    Compare(IntPredicate, Value),
    /// A comparison with another value holds of what an instruction makes of it.
    Through(Step, Local, IntPredicate, Value),
}

/// An instruction on a value and a constant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Add(Integer),
    And(Integer),
    Cast(CastOp),
}

impl Condition {
    /// What is known of the value with the condition; `None` if it cannot hold. `known` is what is known of other values.
    pub(super) fn apply(&self, value: Known, known: &dyn Fn(Value) -> Option<Known>) -> Option<Known> {
        match self {
            Self::OneOf(all) => value.and(*all),
            Self::Not(integer) => value.without(*integer),
            Self::Compare(predicate, other) => match known(*other) {
                Some(other) => where_holds(*predicate, value, other),
                None => Some(value),
            },
            Self::Through(step, result, predicate, other) => {
                let (Some(result), Some(other)) = (known((*result).into()), known(*other)) else {
                    return Some(value);
                };
                step.back(where_holds(*predicate, result, other)?, value)
            }
        }
    }

    /// The values besides its own about which the condition asks.
    fn others(&self) -> impl Iterator<Item = Local> + use<> {
        let (result, other) = match self {
            Self::OneOf(_) | Self::Not(_) => (None, None),
            Self::Compare(_, other) => (None, other.local()),
            Self::Through(_, result, _, other) => (Some(*result), other.local()),
        };
        result.into_iter().chain(other)
    }
}

impl Step {
    /// What is known of the operand, given what is known of the result.
    fn back(self, result: Known, operand: Known) -> Option<Known> {
        let none = tern_llvm_ir::instruction::Flags::empty();
        match self {
            Self::Add(addend) => operand.and(binary(BinaryOp::Sub, none, result, Known::exactly(addend))?),
            Self::And(mask) => {
                let mask = mask.unsigned();
                operand.with_bits(result.zeros() & mask, result.ones())
            }
            Self::Cast(CastOp::ZExt | CastOp::SExt) => {
                operand.and(cast(CastOp::Trunc, none, result, operand.width())?)
            }
            Self::Cast(_) => {
                operand.with_bits(result.zeros() & crate::integers::mask(result.width()), result.ones())
            }
        }
    }
}

/// Conditions, each of a value.
pub(super) type Conditions = Vec<(Local, Condition)>;

/// Refines `value`, which is what is known of `of`, by the conditions about it; `None` if one of them cannot hold.
pub(super) fn refined(
    of: Value,
    mut value: Known,
    conditions: &[(Local, Condition)],
    known: &dyn Fn(Value) -> Option<Known>,
) -> Option<Known> {
    for (_, condition) in conditions.iter().filter(|(about, _)| of.local() == Some(*about)) {
        value = condition.apply(value, known)?;
    }
    Some(value)
}

/// How many parts of a condition are looked at.
const PARTS: usize = 16;

/// What follows for values if a condition is true, or false.
pub(super) fn implied(module: &Module, function: &Function, condition: Value, truth: bool) -> Conditions {
    let mut found = Vec::new();
    let mut pending = vec![(condition, truth)];
    for _ in 0..PARTS {
        let Some((value, truth)) = pending.pop() else { break };
        let Some(local) = value.local() else { continue };
        found.extend(
            Integer::new(1, truth.into()).map(|truth| (local, Condition::OneOf(Known::exactly(truth)))),
        );
        let Some(inst) = function.locals[local].inst.expand() else { continue };
        let is = |value: Value, bits: u128| element(module, value).is_some_and(|it| it.unsigned() == bits);
        match function.insts[inst].inst {
            Instruction::ICmp { predicate, lhs, rhs, .. } => {
                let predicate = if truth { predicate } else { predicate.inverse() };
                compared(module, function, predicate, lhs, rhs, &mut found);
                compared(module, function, predicate.swapped(), rhs, lhs, &mut found);
            }
            Instruction::Binary { op: BinaryOp::And, lhs, rhs, .. } if truth => {
                pending.extend([(lhs, true), (rhs, true)]);
            }
            Instruction::Binary { op: BinaryOp::Or, lhs, rhs, .. } if !truth => {
                pending.extend([(lhs, false), (rhs, false)]);
            }
            Instruction::Binary { op: BinaryOp::Xor, lhs, rhs, .. } if is(rhs, 1) => {
                pending.push((lhs, !truth))
            }
            Instruction::Select { condition, then, otherwise, .. } if truth && is(otherwise, 0) => {
                pending.extend([(condition, true), (then, true)]);
            }
            Instruction::Select { condition, then, otherwise, .. } if !truth && is(then, 1) => {
                pending.extend([(condition, false), (otherwise, false)]);
            }
            _ => {}
        }
    }
    found
}

/// What a comparison says of its left side, and of the value that this is made of.
fn compared(
    module: &Module,
    function: &Function,
    predicate: IntPredicate,
    value: Value,
    other: Value,
    found: &mut Conditions,
) {
    let Some(local) = value.local() else { return };
    found.push((local, Condition::Compare(predicate, other)));
    let Some(inst) = function.locals[local].inst.expand() else { return };
    let constant = |value: Value| element(module, value);
    let (from, step) = match function.insts[inst].inst {
        Instruction::Binary { op: BinaryOp::Add, lhs, rhs, .. } => (lhs, constant(rhs).map(Step::Add)),
        Instruction::Binary { op: BinaryOp::And, lhs, rhs, .. } => (lhs, constant(rhs).map(Step::And)),
        Instruction::Cast { op: op @ (CastOp::ZExt | CastOp::SExt | CastOp::Trunc), value, .. } => {
            (value, Some(Step::Cast(op)))
        }
        _ => return,
    };
    if let (Some(from), Some(step)) = (from.local(), step) {
        found.push((from, Condition::Through(step, local, predicate, other)));
    }
}

/// What holds on the edges of the control-flow graph.
pub(super) struct OnEdges<'m> {
    module: &'m Module,
    function: &'m Function,
    /// For each block that ends with a `switch`, and each successor: known bits and range of the case values. `None` if they are not
    /// integers.
    cases: FxHashMap<Block, FxHashMap<Block, Option<Known>>>,
}

impl<'m> OnEdges<'m> {
    pub(super) fn new(module: &'m Module, function: &'m Function) -> Self {
        Self { module, function, cases: FxHashMap::default() }
    }

    /// What holds if control goes from a block to one of its successors.
    fn of(&mut self, from: Block, to: Block) -> Conditions {
        let (module, function) = (self.module, self.function);
        let Some(terminator) = function.terminator(from) else { return Vec::new() };
        match &function.insts[terminator].inst {
            &Instruction::CondBr { condition, then, otherwise } if then != otherwise => {
                implied(module, function, condition, to == then)
            }
            Instruction::Switch(switch) => {
                let Some(value) = switch.value.local() else { return Vec::new() };
                if to != switch.default {
                    let cases = self.cases.entry(from).or_insert_with(|| cases_by_target(module, switch));
                    let known = cases.get(&to).copied().flatten();
                    return known.map(|cases| (value, Condition::OneOf(cases))).into_iter().collect();
                }
                // The default may be the target of cases, too.
                let others = switch.cases.iter().filter(|(_, target)| *target != to);
                let mut others: Vec<Integer> =
                    others.filter_map(|&(case, _)| element(module, case)).collect();
                // Only those at the ends of what is known say anything, and those in order one after the other.
                others.sort_unstable();
                let reversed = others.clone().into_iter().rev();
                others.iter().copied().chain(reversed).map(|case| (value, Condition::Not(case))).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn cases_by_target(module: &Module, switch: &Switch) -> FxHashMap<Block, Option<Known>> {
    let mut known: FxHashMap<Block, Option<Known>> = FxHashMap::default();
    for &(case, to) in &switch.cases {
        let case = element(module, case).map(Known::exactly);
        let known = known.entry(to).or_insert(case);
        *known = known.zip(case).map(|(known, case)| known.or(case));
    }
    known
}

/// The conditions of the edges to blocks with PHI nodes.
#[derive(Clone, Default, Debug)]
pub(super) struct Edges {
    conditions: FxHashMap<(Block, Block), Conditions>,
}

impl Edges {
    pub(super) fn new(on: &mut OnEdges<'_>, cfg: &Cfg<Block>) -> Self {
        let function = on.function;
        let has_phis = |block: Block| {
            let first = function.block_insts(block).first();
            first.is_some_and(|&inst| matches!(function.insts[inst].inst, Instruction::Phi { .. }))
        };
        let blocks = cfg.order().iter().filter(|&&block| has_phis(block));
        let edges = blocks.flat_map(|&to| cfg.predecessors(to).map(move |from| (from, to)));
        let conditions = edges.map(|(from, to)| ((from, to), on.of(from, to)));
        Self { conditions: conditions.filter(|(_, all)| !all.is_empty()).collect() }
    }

    /// The values about which the conditions of a value on an edge ask.
    pub(super) fn others(&self, value: Local, from: Block, to: Block) -> impl Iterator<Item = Local> {
        let conditions = self.of(from, to).iter().filter(move |(about, _)| *about == value);
        conditions.flat_map(|(_, condition)| condition.others())
    }

    /// The conditions of an edge to such a block.
    pub(super) fn of(&self, from: Block, to: Block) -> &[(Local, Condition)] {
        self.conditions.get(&(from, to)).map_or(&[], |conditions| conditions)
    }
}

/// Where a condition holds: in the blocks that a block dominates, and in the block itself from an instruction on.
#[derive(Clone, Debug)]
struct Held {
    block: Block,
    from: usize,
    condition: Condition,
}

/// How many conditions of a value are kept.
const MOST: usize = 64;

/// The conditions of a function by value, those of blocks near the entry first.
#[derive(Clone, Default, Debug)]
pub(super) struct ByValue {
    held: FxHashMap<Local, Vec<Held>>,
}

impl ByValue {
    pub(super) fn new(on: &mut OnEdges<'_>, cfg: &Cfg<Block>) -> Self {
        let (module, function) = (on.module, on.function);
        let mut all = Self::default();
        for &block in cfg.order() {
            let mut predecessors = cfg.predecessors(block);
            if let (Some(from), None) = (predecessors.next(), predecessors.next()) {
                all.add(on.of(from, block), block, 0);
            }
            for (at, &inst) in function.block_insts(block).iter().enumerate() {
                let Some(call) = function.insts[inst].inst.call_site() else { continue };
                if let (Callee::Intrinsic(callee), Some(&condition)) =
                    (module.called(call), call.args.first())
                    && module.name(callee) == Some(b"llvm.assume")
                {
                    all.add(implied(module, function, condition, true), block, at + 1);
                }
            }
        }
        all
    }

    fn add(&mut self, conditions: Conditions, block: Block, from: usize) {
        for (value, condition) in conditions {
            let held = self.held.entry(value).or_default();
            if held.len() < MOST {
                held.push(Held { block, from, condition });
            }
        }
    }

    /// The values about which the conditions of a value ask.
    pub(super) fn others(&self, value: Local) -> impl Iterator<Item = Local> {
        self.held.get(&value).into_iter().flatten().flat_map(|held| held.condition.others())
    }

    /// The conditions of a value that hold before an instruction of a block.
    pub(super) fn at<'s>(
        &'s self,
        dominators: &'s Dominators<Block>,
        value: Local,
        block: Block,
        before: usize,
    ) -> impl Iterator<Item = &'s Condition> + 's {
        let holds = move |held: &&Held| match held.block == block {
            true => held.from <= before,
            false => dominators.dominates(held.block, block),
        };
        self.held.get(&value).into_iter().flatten().filter(holds).map(|held| &held.condition)
    }
}
