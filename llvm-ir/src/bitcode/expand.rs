//! Constant expressions that LLVM no longer has, as instructions in front of their uses.

use super::bitstream::Result;
use super::body::BodyReader;
use super::constants::{Item, Op, make};
use super::tables::Slot;
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::function::{Block, Value};
use crate::instruction::{CastOp, Flags, Inst, Instruction, List};
use crate::types::{Type, TypeKind};

/// Blocks for instructions on edges to PHI nodes.
#[derive(Default)]
pub(super) struct Edges {
    /// The predecessor, the block of the PHI node, and the instructions.
    edges: Vec<(Block, Block, Block, Vec<Inst>)>,
    /// Whether what is expanded belongs to the last of them.
    open: Option<usize>,
    /// The names of the function's instructions and blocks that have no record, and the last number of one.
    taken: Vec<&'static str>,
    last_number: u32,
}

/// The most constants within constants that are expanded.
const DEPTH: u32 = 256;

impl BodyReader<'_, '_> {
    /// The value of a constant expression; `is_own` tells whether it is one of the function.
    #[cold]
    pub(super) fn expand(&mut self, item: u32, is_own: bool) -> Result<Value> {
        if self.edges.open.is_none() {
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

    /// The name of what has no record: `base`, with a number if it is taken, as LLVM numbers them.
    fn unique_name(&mut self, base: &'static str) -> StrId {
        let strings = &self.tables.module.strings;
        if !self.edges.taken.contains(&base) {
            self.edges.taken.push(base);
            return strings.intern(base.as_bytes());
        }
        self.edges.last_number += 1;
        strings.intern(format!("{base}{}", self.edges.last_number).as_bytes())
    }

    /// Appends an instruction that has no record; `base` is the beginning of its name.
    fn emit(&mut self, base: &'static str, inst: Instruction, ty: Type) -> Value {
        let name = self.unique_name(base);
        let local = self.function.add_local(ty, Some(name));
        let inst = self.function.add_inst(inst, Some(local), List::default());
        match self.edges.open {
            Some(edge) => self.edges.edges[edge].3.push(inst),
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

    /// The value of an incoming edge of a PHI node, and the block that it comes from: one of its own if the value takes instructions.
    pub(super) fn incoming(&mut self, id: u32, ty: Type, from: Block) -> Result<(Value, Block)> {
        if !matches!(self.entry(id).map(|entry| entry.slot), Some(Slot::Pending(_))) {
            return Ok((self.value_with_id(id, ty)?, from));
        }
        self.before_instruction()?;
        let to = self.function.layout[self.current];
        let found = self.edges.edges.iter().position(|edge| (edge.0, edge.1) == (from, to));
        let edge = match found {
            Some(edge) => edge,
            None => {
                let name = self.unique_name("phi.constexpr");
                let block = self.function.blocks.push(Default::default());
                self.function.blocks[block].name = Some(name);
                self.edges.edges.push((from, to, block, Vec::new()));
                self.edges.edges.len() - 1
            }
        };
        let before = self.edges.edges[edge].3.len();
        self.edges.open = Some(edge);
        let value = self.value_with_id(id, ty);
        self.edges.open = None;
        // A second value on the edge is among the instructions of the first.
        let has_block = self.edges.edges[edge].3.len() > before || before > 0;
        Ok((value?, if has_block { self.edges.edges[edge].2 } else { from }))
    }

    /// Puts the blocks on edges in their place, at the end of the function.
    pub(super) fn finish_edges(&mut self) -> Result<()> {
        (self.edges.taken, self.edges.last_number) = Default::default();
        for (from, to, block, insts) in std::mem::take(&mut self.edges.edges) {
            if insts.is_empty() {
                continue;
            }
            let mut insts = insts;
            insts.push(self.function.add_inst(Instruction::Br(to), None, List::default()));
            self.function.set_block_insts(block, &insts);
            self.function.layout.push(block);
            if let Some(terminator) = self.function.terminator(from) {
                self.function.insts[terminator].inst.for_each_successor_mut(|successor| {
                    if *successor == to {
                        *successor = block;
                    }
                });
            }
            // Other PHI nodes of the block come from there as well.
            for inst in self.function.block_insts(to).to_vec() {
                if let Instruction::Phi { incoming, .. } = self.function.insts[inst].inst {
                    for edge in &mut self.function.edges[incoming.range()] {
                        if edge.1 == from {
                            edge.1 = block;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
