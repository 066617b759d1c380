//! Constant expressions that LLVM no longer has, as instructions in front of their uses.

use super::bitstream::Result;
use super::body::BodyReader;
use super::constants::{Item, Op, make};
use super::tables::Slot;
use crate::constants::ConstantKind;
use crate::function::Value;
use crate::instruction::{CastOp, Flags, Instruction, List};
use crate::types::{Type, TypeKind};

/// The most constants within constants that are expanded.
const DEPTH: u32 = 256;

impl BodyReader<'_, '_> {
    /// The value of a constant expression; `is_own` tells whether it is one of the function.
    #[cold]
    pub(super) fn expand(&mut self, item: u32, is_own: bool) -> Result<Value> {
        if !self.edges.are_open() {
            self.before_instruction()?;
        }
        self.expand_nested(item, is_own, 0)
    }

    fn expand_nested(&mut self, item: u32, is_own: bool, depth: u32) -> Result<Value> {
        if depth == DEPTH {
            return self.cursor.error("nested too deeply");
        }
        let pool = if is_own { &self.pool } else { &self.tables.pool };
        let (ids, Item { ty, op, .. }) = (pool.operands(item).to_vec(), pool.items[item as usize].clone());
        let mut operands = Vec::with_capacity(ids.len());
        for id in ids {
            let entry = u32::try_from(id).ok().and_then(|id| self.entry(id));
            operands.push(match entry.map(|entry| entry.slot) {
                Some(Slot::Value(value)) => value,
                Some(Slot::Pending(inner)) => {
                    let is_own = id as usize >= self.tables.values.len();
                    self.expand_nested(inner, is_own, depth + 1)?
                }
                None => return self.cursor.error("a constant consists of an unknown value"),
            });
        }
        let constants: Option<Vec<_>> = operands.iter().map(|operand| operand.constant()).collect();
        if let Some(constants) = constants
            && let Some(constant) = make(&self.tables.module, &self.cursor, ty, op, &constants)?
        {
            return Ok(constant.into());
        }
        self.expression(ty, op, &operands)
    }

    /// Appends an instruction that has no record; `base` is the beginning of its name.
    fn emit(&mut self, base: &'static str, inst: Instruction, ty: Type) -> Value {
        let name = self.edges.names.unique(&self.tables.module.strings, base);
        let local = self.function.add_local(ty, Some(name));
        let inst = self.function.add_inst(inst, Some(local), List::default());
        match self.edges.open() {
            Some(edge) => edge.push(inst),
            None => self.insts.push(inst),
        }
        local.into()
    }

    fn expression(&mut self, ty: Type, op: Op, operands: &[Value]) -> Result<Value> {
        let flags = Flags::empty();
        let inst = match (op, operands) {
            (Op::Cast(op), &[value]) => {
                if self.type_of(value) == ty && op == CastOp::BitCast {
                    return Ok(value);
                }
                Instruction::Cast { op, flags, value }
            }
            (Op::Binary(op, flags), &[lhs, rhs]) => Instruction::Binary { op, flags, lhs, rhs },
            (Op::FNeg, &[value]) => Instruction::FNeg { flags, value },
            (Op::Select, &[condition, then, otherwise]) => {
                Instruction::Select { flags, condition, then, otherwise }
            }
            (Op::IntCompare(predicate), &[lhs, rhs]) => Instruction::ICmp { predicate, flags, lhs, rhs },
            (Op::FloatCompare(predicate), &[lhs, rhs]) => Instruction::FCmp { predicate, flags, lhs, rhs },
            (Op::GetElementPtr { flags, element, .. }, &[base, ref indices @ ..]) => {
                let indices = self.function.push_values(indices);
                Instruction::GetElementPtr { flags, element, base, indices }
            }
            (Op::ExtractElement, &[vector, index]) => Instruction::ExtractElement { vector, index },
            (Op::InsertElement, &[vector, value, index]) => {
                Instruction::InsertElement { vector, value, index }
            }
            (Op::ShuffleVector, &[a, b, mask]) => {
                let mask = self.constant_of(mask)?;
                let Some(numbers) = super::constants::shuffle_mask(&self.tables.module, mask) else {
                    return self.cursor.error("the mask of a shuffle is no constant vector");
                };
                let numbers: Vec<u32> = numbers.into_iter().map(|number| number as u32).collect();
                Instruction::ShuffleVector { a, b, mask: self.function.push_numbers(&numbers) }
            }
            (Op::Aggregate, elements) => return self.aggregate(ty, elements),
            _ => return self.cursor.error("a constant that cannot become an instruction"),
        };
        Ok(self.emit("constexpr", inst, ty))
    }

    fn aggregate(&mut self, ty: Type, elements: &[Value]) -> Result<Value> {
        let module = &self.tables.module;
        let is_vector = matches!(module.types.kind(ty), TypeKind::Vector { .. });
        let i32 = module.types.common.i32;
        let mut whole: Value = module.constants.intern(ty, ConstantKind::Poison).into();
        for (index, &value) in elements.iter().enumerate() {
            let inst = match is_vector {
                true => {
                    let index = module.constants.integer(&module.types, i32, index as i64).into();
                    Instruction::InsertElement { vector: whole, value, index }
                }
                false => {
                    let indices = self.function.push_numbers(&[index as u32]);
                    Instruction::InsertValue { aggregate: whole, value, indices }
                }
            };
            whole = self.emit("constexpr.ins", inst, ty);
        }
        Ok(whole)
    }
}
