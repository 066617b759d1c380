//! Who uses the values of a function, for the rules that ask that.

use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use super::Body;
use crate::function::{Function, Local, Value};
use crate::instruction::{CastOp, Inst, Instruction};

/// The users of each value, once for each use, the last one in the text first.
pub(super) struct Users(SecondaryMap<Local, SmallVec<[Inst; 2]>>);

impl Users {
    fn of(function: &Function) -> Self {
        let mut users = SecondaryMap::<Local, SmallVec<[Inst; 2]>>::with_capacity(function.locals.len());
        for &block in function.layout.iter().rev() {
            for &inst in function.block_insts(block).iter().rev() {
                function.insts[inst].inst.for_each_operand(function, |operand| {
                    if let Some(local) = operand.local() {
                        users[local].push(inst);
                    }
                });
            }
        }
        Self(users)
    }
}

impl<'m> Body<'_, 'm> {
    /// The instructions that use a value.
    pub(super) fn users(&self, value: Value) -> &[Inst] {
        match value.local() {
            Some(local) => &self.users.get_or_init(|| Users::of(self.function)).0[local],
            None => &[],
        }
    }

    /// The instructions that use the result of an instruction.
    pub(super) fn users_of(&self, inst: Inst) -> &[Inst] {
        let result = self.function.insts[inst].result.expand();
        result.map_or(&[], |result| self.users(result.into()))
    }

    /// The instruction that defines a value, with its content.
    pub(super) fn defined_by(&self, value: Value) -> Option<(Inst, &'m Instruction)> {
        let inst = self.definition(value)?;
        Some((inst, self.inst(inst)))
    }

    /// The value behind casts of pointers that do not change it.
    pub(super) fn without_casts(&self, mut value: Value) -> Value {
        let is_zero = |&index: &Value| index.constant().is_some_and(|index| self.context.is_zero(index));
        // Unreachable code may define a value by itself.
        for _ in 0..self.function.insts.len() {
            if let Some(constant) = value.constant() {
                return self.context.without_casts(constant).into();
            }
            value = match self.defined_by(value).map(|(_, inst)| inst) {
                Some(Instruction::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. }) => *value,
                Some(Instruction::GetElementPtr { base, indices, .. })
                    if self.function.list(*indices).iter().all(is_zero) =>
                {
                    *base
                }
                _ => return value,
            };
        }
        value
    }
}
