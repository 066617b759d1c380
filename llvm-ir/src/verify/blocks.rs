//! Blocks: PHI nodes and predecessors. Source: LangRef, `phi` instruction.

use super::{Body, Rule, check};
use crate::function::{Block, Value};
use crate::instruction::{Inst, Instruction};

impl Body<'_, '_> {
    /// The PHI nodes of a block have one entry for each edge from a predecessor; entries for the same block agree.
    pub(super) fn block(&self, block: Block) -> Rule {
        // Records in front of PHI nodes are wrong, too, but that is another rule.
        let is_record = |inst: &&Inst| self.inst(**inst).debug_record().is_some();
        let mut insts = self.function.block_insts(block).iter().filter(|inst| !is_record(inst)).peekable();
        if !insts.peek().is_some_and(|&&first| matches!(self.inst(first), Instruction::Phi { .. })) {
            return Ok(());
        }
        let mut predecessors = self.flow.predecessors(block).to_vec();
        predecessors.sort();
        for &inst in insts {
            let Instruction::Phi { incoming, .. } = self.inst(inst) else { break };
            let mut entries: Vec<(Value, Block)> = self.function.list(*incoming).to_vec();
            check!(
                entries.len() == predecessors.len(),
                "PHINode should have one entry for each predecessor of its parent basic block!",
                inst,
            );
            entries.sort_by_key(|&(_, from)| from);
            for pair in entries.windows(2) {
                let [(value, from), (other, also)] = [pair[0], pair[1]];
                check!(
                    from != also || value == other,
                    "PHI node has multiple entries for the same basic block with different incoming values!",
                    inst,
                    from,
                    other,
                    value,
                );
            }
            for (&(_, from), &predecessor) in entries.iter().zip(&predecessors) {
                check!(
                    from == predecessor,
                    "PHI node entries do not match predecessors!",
                    inst,
                    from,
                    predecessor,
                );
            }
        }
        Ok(())
    }

    /// PHI nodes stand first in their block, and have no token type; what they take has their type.
    pub(super) fn phi(&self, inst: Inst, incoming: &[(Value, Block)]) -> Rule {
        let (block, position) = self.flow.place(inst);
        let insts = &self.function.block_insts(block)[..position as usize];
        let is_phi = |&inst: &Inst| matches!(self.inst(inst), Instruction::Phi { .. });
        let is_record = |&&inst: &&Inst| self.inst(inst).debug_record().is_some();
        let before = insts.iter().rev().find(|inst| !is_record(inst));
        check!(before.is_none_or(is_phi), "PHI nodes not grouped at top of basic block!", inst, block);
        let ty = self.result(inst);
        check!(!self.context.is_token(ty), "PHI nodes cannot have token type!");
        let agrees = incoming.iter().all(|&(value, _)| self.type_of(value) == ty);
        check!(agrees, "PHI node operands are not the same type as the result!", inst);
        Ok(())
    }
}
