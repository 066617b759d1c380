//! Definitions dominate their uses. Source: LangRef, Well-Formedness.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};

use super::{Body, Rule, check};
use crate::function::{Block, Function, ValueKind};
use crate::graph::{Dominators, Lists};
use crate::instruction::{Inst, Instruction};

/// The control flow of a function.
pub(super) struct Flow {
    pub(super) dominators: Dominators<Block>,
    /// By index of the block.
    predecessors: Lists<Block>,
    /// The block and the position in it of each instruction.
    places: SecondaryMap<Inst, (PackedOption<Block>, u32)>,
}

impl Flow {
    pub(super) fn new(function: &Function) -> Self {
        let mut places = SecondaryMap::new();
        places.resize(function.insts.len());
        for &block in &function.layout {
            for (position, &inst) in function.block_insts(block).iter().enumerate() {
                places[inst] = (block.into(), position as u32);
            }
        }
        let mut edges = Vec::with_capacity(2 * function.layout.len());
        for &from in &function.layout {
            edges.extend(function.successors(from).into_iter().map(|to| (to.as_u32(), from)));
        }
        let predecessors = Lists::of_pairs(function.blocks.len(), &edges);
        Self { dominators: Dominators::of(function), predecessors, places }
    }

    /// The predecessors of a block, once for each edge; unreachable ones as well.
    pub(super) fn predecessors(&self, block: Block) -> &[Block] {
        self.predecessors.of(block.index())
    }

    /// The block of an instruction and its position there.
    pub(super) fn place(&self, inst: Inst) -> (Block, u32) {
        let (block, position) = self.places[inst];
        (block.expect("an instruction that is verified is in a block"), position)
    }

    /// Whether an edge dominates a block: each path to the block takes it.
    fn edge_dominates(&self, (from, to): (Block, Block), block: Block) -> bool {
        if !self.dominators.dominates(to, block) {
            return false;
        }
        let mut edges = 0;
        self.predecessors(to).iter().all(|&predecessor| {
            edges += u32::from(predecessor == from);
            match predecessor == from {
                true => edges == 1,
                false => self.dominators.dominates(to, predecessor),
            }
        })
    }

    /// Whether a definition is available where `user` uses it; `incoming` is the block from which a PHI node takes it.
    fn is_available(
        &self,
        function: &Function,
        definition: Inst,
        user: Inst,
        incoming: Option<Block>,
    ) -> bool {
        let ((from, defined), (block, used)) = (self.place(definition), self.place(user));
        let at = incoming.unwrap_or(block);
        if !self.dominators.is_reachable(at) {
            return true;
        }
        if !self.dominators.is_reachable(from) {
            return false;
        }
        // The result of an invoke is defined on the edge to its normal destination.
        if let Instruction::Invoke(invoke) = &function.insts[definition].inst {
            return invoke.normal == invoke.unwind
                || incoming == Some(from) && block == invoke.normal
                || self.edge_dominates((from, invoke.normal), at);
        }
        match (from == at, incoming) {
            (true, Some(_)) => true,
            (true, None) => defined < used,
            (false, _) => self.dominators.dominates(from, at),
        }
    }
}

impl Body<'_, '_> {
    /// Whether the operands are arguments, results of earlier instructions of the block or of blocks that dominate it, and constants
    /// that no rule is about: so are nearly all, and they need no further look.
    pub(super) fn operands_are_plain(&self, inst: Inst) -> bool {
        let (places, (block, used)) = (&self.flow.places, self.flow.places[inst]);
        let at = block.expand();
        let mut are_plain = !matches!(self.inst(inst), Instruction::Phi { .. });
        self.inst(inst).for_each_operand(self.function, |operand| {
            are_plain = are_plain
                && match operand.kind() {
                    ValueKind::Constant(constant) => !self.context.special.contains(constant),
                    ValueKind::Local(local) => match self.function.locals[local].inst.expand() {
                        None => true,
                        Some(definition) => {
                            let (from, defined) = places[definition];
                            match (from == block, from.expand().zip(at)) {
                                (true, _) => defined < used,
                                (false, Some((from, at))) => {
                                    self.flow.dominators.dominates(from, at)
                                        && self.flow.dominators.is_reachable(at)
                                        && !matches!(self.inst(definition), Instruction::Invoke(_))
                                }
                                (false, None) => false,
                            }
                        }
                    },
                };
        });
        are_plain
    }

    /// No instruction but a PHI node uses its own result, unless it is unreachable.
    pub(super) fn self_reference(&self, inst: Inst) -> Rule {
        let Some(result) = self.function.insts[inst].result.expand() else { return Ok(()) };
        if matches!(self.inst(inst), Instruction::Phi { .. }) {
            return Ok(());
        }
        let mut refers = false;
        self.inst(inst).for_each_operand(self.function, |operand| refers |= operand.local() == Some(result));
        let is_reachable = self.flow.dominators.is_reachable(self.flow.place(inst).0);
        check!(!refers || !is_reachable, "Only PHI nodes may reference their own value!", inst);
        Ok(())
    }

    /// The definition of each operand dominates the instruction.
    pub(super) fn operands_are_available(&self, inst: Inst) -> Rule {
        let check_one = |definition, incoming| -> Rule {
            let is_available = self.flow.is_available(self.function, definition, inst, incoming);
            check!(is_available, "Instruction does not dominate all uses!", definition, inst);
            Ok(())
        };
        if let Instruction::Phi { incoming, .. } = self.inst(inst) {
            return self.function.list(*incoming).iter().try_for_each(|&(value, block)| {
                match value.constant() {
                    Some(constant) if self.context.special.contains(constant) => {
                        self.special_operand(inst, constant)
                    }
                    _ => {
                        self.definition(value).map_or(Ok(()), |definition| check_one(definition, Some(block)))
                    }
                }
            });
        }
        let mut outcome = Ok(());
        self.inst(inst).for_each_operand(self.function, |operand| {
            if outcome.is_err() {
                return;
            }
            if let Some(constant) = operand.constant() {
                if self.context.special.contains(constant) {
                    outcome = self.special_operand(inst, constant);
                }
            } else if let Some(definition) = self.definition(operand) {
                outcome = check_one(definition, None);
            }
        });
        outcome
    }
}
