//! Changes of operands and edges.

use tern_llvm_ir::function::{Block, Value};
use tern_llvm_ir::instruction::{Inst, Instruction, RecordOperand};
use tern_llvm_ir::{ConstantKind, Global, Type};

use super::Mutation;

impl Mutation<'_> {
    fn set_operand(&mut self, global: Global, inst: Inst, place: usize, value: Value) {
        let mut at = 0;
        self.function_mut(global).for_each_operand_mut(inst, |operand| {
            if at == place {
                *operand = value;
            }
            at += 1;
        });
    }

    pub(super) fn operand(&mut self) -> Option<()> {
        let (global, inst) = self.inst_where(|function, inst| {
            let mut has = false;
            inst.for_each_operand(function, |_| has = true);
            has
        })?;
        let operands = self.function_of(global).operands(inst);
        let place = self.choices.below(operands.len());
        let ty = self.module.type_of(self.function_of(global), operands[place]);
        let value = match self.choices.weighted(&[60, 25, 15]) {
            0 => self.value_of(global, ty),
            1 => self.any_value(global),
            _ => self.some_constant().unwrap_or(operands[place]),
        };
        if value == operands[place] || self.needs_new_spelling(global, &operands, place, value) {
            return None;
        }
        self.set_operand(global, inst, place, value);
        Some(())
    }

    /// Whether one of the operands, with `value` in its place, is a floating-point constant, and another is of another floating-point type. A
    /// text states one type for all of them, in which perhaps only LLVM 23 and later spell the constant.
    fn needs_new_spelling(&self, global: Global, operands: &[Value], place: usize, value: Value) -> bool {
        let types: Vec<Type> = (0..operands.len())
            .map(|at| {
                self.module.type_of(self.function_of(global), if at == place { value } else { operands[at] })
            })
            .collect();
        let is_other = |number: Type| types.iter().any(|&ty| ty != number && self.module.types.is_float(ty));
        operands.iter().chain([&value]).any(|&operand| {
            self.is_number(operand) && is_other(self.module.type_of(self.function_of(global), operand))
        })
    }

    /// Whether a value is a floating-point constant.
    pub(super) fn is_number(&self, value: Value) -> bool {
        let kind = value.constant().map(|constant| self.module.constants.kind(constant));
        matches!(kind, Some(ConstantKind::Float(_)))
    }

    /// A constant that the module has, of any type.
    fn some_constant(&mut self) -> Option<Value> {
        let constants = &self.module.constants;
        let is_plain = |kind: &ConstantKind| {
            !matches!(
                kind,
                ConstantKind::InlineAsm(_)
                    | ConstantKind::ArgList(_)
                    | ConstantKind::LocalMetadata(_)
                    | ConstantKind::Metadata(_)
            )
        };
        let all: Vec<Value> =
            constants.ids().filter(|&id| is_plain(constants.kind(id))).map(Value::from).collect();
        self.one(&all)
    }

    pub(super) fn swap_operands(&mut self) -> Option<()> {
        let (global, inst) = self.inst_where(|_, inst| inst.debug_record().is_none())?;
        let operands = self.function_of(global).operands(inst);
        if operands.len() < 2 {
            return None;
        }
        let (a, b) = (self.choices.below(operands.len()), self.choices.below(operands.len()));
        if operands[a] == operands[b] {
            return None;
        }
        self.set_operand(global, inst, a, operands[b]);
        self.set_operand(global, inst, b, operands[a]);
        Some(())
    }

    pub(super) fn record(&mut self) -> Option<()> {
        let (global, inst) = self.inst_where(|_, inst| inst.debug_record().is_some())?;
        let count = self.function_of(global).insts[inst].inst.debug_record()?.operands.len();
        let place = self.choices.below(count + 1);
        let node = self.some_node();
        let value = self.any_value(global);
        let with_value = self.choices.chance(50);
        let Instruction::DebugRecord(record) = &mut self.function_mut(global).insts[inst].inst else {
            return None;
        };
        match record.operands.get_mut(place) {
            Some(operand @ RecordOperand::Value(_)) if with_value => *operand = RecordOperand::Value(value),
            Some(operand) => *operand = RecordOperand::Metadata(tern_llvm_ir::Metadata::Node(node?)),
            None => record.location = Some(node?),
        }
        Some(())
    }

    pub(super) fn successor(&mut self) -> Option<()> {
        let (global, inst) = self.inst_where(|_, inst| !inst.successors().is_empty())?;
        let block = self.block_of(global)?;
        let count = self.function_of(global).insts[inst].inst.successors().len();
        let place = self.choices.below(count);
        let (mut at, mut changed) = (0, false);
        self.function_mut(global).insts[inst].inst.for_each_successor_mut(|successor| {
            if at == place {
                changed = *successor != block;
                *successor = block;
            }
            at += 1;
        });
        changed.then_some(())
    }

    /// Changes, removes or adds an edge of a PHI node, or adds a PHI node.
    pub(super) fn phi(&mut self) -> Option<()> {
        let (global, inst) = self.inst_where(|_, inst| matches!(inst, Instruction::Phi { .. }))?;
        let function = self.function_of(global);
        let Instruction::Phi { incoming, flags } = function.insts[inst].inst else { return None };
        let ty = function.locals[function.insts[inst].result.expand()?].ty;
        let mut edges: Vec<(Value, Block)> = function.list(incoming).to_vec();
        if edges.is_empty() {
            return None;
        }
        let at = self.choices.below(edges.len());
        match self.choices.below(5) {
            0 => edges[at].1 = self.block_of(global)?,
            1 => edges[at].0 = self.value_of(global, ty),
            2 if edges.len() > 1 => drop(edges.remove(at)),
            3 => edges.push(edges[at]),
            _ => {
                let other = self.choices.below(edges.len());
                let value = edges[other].0;
                edges[other].0 = std::mem::replace(&mut edges[at].0, value);
            }
        }
        let function = self.function_mut(global);
        let incoming = function.push_edges(&edges);
        function.insts[inst].inst = Instruction::Phi { flags, incoming };
        Some(())
    }
}
