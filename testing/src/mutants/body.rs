//! Changes of the order of instructions and blocks.

use tern_llvm_ir::function::Block;
use tern_llvm_ir::instruction::{Inst, Instruction};
use tern_llvm_ir::{Global, TypeKind, Value};

use super::Mutation;

impl Mutation<'_> {
    /// A function, one of its blocks, and the index in it of an instruction that is no terminator.
    fn place(&mut self) -> Option<(Global, Block, usize)> {
        let mut all = Vec::new();
        for (global, _, function) in self.module.definitions() {
            for &block in &function.layout {
                let count = function.block_insts(block).len().saturating_sub(1);
                all.extend((0..count).map(|index| (global, block, index)));
            }
        }
        self.one(&all)
    }

    pub(super) fn swap_instructions(&mut self) -> Option<()> {
        let (global, block, index) = self.place()?;
        let mut insts = self.function_of(global).block_insts(block).to_vec();
        let other = self.choices.below(insts.len() - 1);
        insts.swap(index, other);
        self.function_mut(global).set_block_insts(block, &insts);
        (index != other).then_some(())
    }

    pub(super) fn move_instruction(&mut self) -> Option<()> {
        let (global, block, index) = self.place()?;
        let to = self.block_of(global)?;
        let function = self.function_mut(global);
        let inst = function.block_insts(block)[index];
        function.detach(inst);
        let room = function.block_insts(to).len();
        let at = self.choices.below(room.max(1));
        self.function_mut(global).insert(to, at, inst);
        Some(())
    }

    pub(super) fn copy_instruction(&mut self) -> Option<()> {
        let (global, block, index) = self.place()?;
        let to = if self.choices.chance(50) { block } else { self.block_of(global)? };
        let room = self.function_of(global).block_insts(to).len();
        let at = self.choices.below(room.max(1));
        let function = self.function_mut(global);
        let inst = function.block_insts(block)[index];
        let data = function.insts[inst].clone();
        let ty = data.result.expand().map(|local| function.locals[local].ty);
        let result = ty.map(|ty| function.add_local(ty, None));
        let attachments = function.inst_attachments(inst).to_vec();
        let attachments = function.push_attachments(&attachments);
        let copy = function.add_inst(data.inst, result, attachments);
        function.insert(to, at, copy);
        Some(())
    }

    /// Removes an instruction; another value takes the place of its result.
    pub(super) fn remove_instruction(&mut self) -> Option<()> {
        let (global, block, index) = self.place()?;
        let function = self.function_mut(global);
        let inst = function.block_insts(block)[index];
        function.detach(inst);
        if let Some(result) = self.function_of(global).insts[inst].result.expand() {
            let ty = self.function_of(global).locals[result].ty;
            let value = self.value_of(global, ty);
            self.replace_uses(global, result.into(), value);
        }
        Some(())
    }

    /// Replaces a local in all operands and records.
    pub(super) fn replace_uses(&mut self, global: Global, old: Value, new: Value) {
        let function = self.function_mut(global);
        let insts: Vec<Inst> = function.instructions().map(|(_, inst)| inst).collect();
        for inst in insts {
            let replace = |value: &mut Value| {
                if *value == old {
                    *value = new;
                }
            };
            match &mut function.insts[inst].inst {
                Instruction::DebugRecord(record) => record.values_mut().for_each(replace),
                _ => function.for_each_operand_mut(inst, replace),
            }
        }
    }

    pub(super) fn swap_blocks(&mut self) -> Option<()> {
        let global = self.definition()?;
        let count = self.function_of(global).layout.len();
        let (a, b) = (self.choices.below(count), self.choices.below(count));
        self.function_mut(global).layout.swap(a, b);
        (a != b).then_some(())
    }

    /// Replaces a terminator by a simpler one.
    pub(super) fn terminator(&mut self) -> Option<()> {
        let (global, inst) = self.inst_where(|_, inst| inst.is_terminator())?;
        let TypeKind::Function { ret, .. } = *self.module.types.kind(self.module.globals[global].ty) else {
            return None;
        };
        let function = self.function_of(global);
        let has_result = function.insts[inst].result.is_some();
        if has_result {
            return None;
        }
        let new = match self.choices.below(5) {
            0 => Instruction::Unreachable,
            1 => Instruction::Br(self.block_of(global)?),
            2 if ret == self.module.types.common.void => Instruction::Ret(None),
            2 => Instruction::Ret(Some(self.value_of(global, ret))),
            3 => {
                let condition = self.value_of(global, self.module.types.common.i1);
                let (then, otherwise) = (self.block_of(global)?, self.block_of(global)?);
                Instruction::CondBr { condition, then, otherwise }
            }
            _ => Instruction::Resume(self.any_value(global)),
        };
        self.function_mut(global).insts[inst].inst = new;
        Some(())
    }
}
