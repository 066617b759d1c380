//! Imports debug records as MLIR's own importer does: each is placed after the definition of the value that it describes.

use tern_dialect_llvm::intrinsics::{DbgDeclare, DbgValue};
use tern_dialect_llvm::ops;
use tern_llvm_ir::Inst;
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::function::Function;
use tern_llvm_ir::graph::Dominators;
use tern_llvm_ir::instruction::{CallSite, DebugRecord, DebugRecordKind, Instruction, RecordOperand};
use tern_llvm_ir::metadata::Metadata;
use tern_mlir::body::ValueDef;
use tern_mlir::{Attribute, Block, Context, Location, Op, OpRef};

use crate::builder::New;
use crate::diagnostics::Error;
use crate::functions::BodyState;
use crate::{Importer, Tables, ir};

impl<'c> Importer<'_, 'c> {
    /// Imports the debug records of a function, after its instructions.
    pub(crate) fn debug_records(&mut self, site: &mut BodyState<'_>, function: &Function) {
        for inst in std::mem::take(&mut site.function_mut().records) {
            let Some(record) = self.record_of(function, inst) else { continue };
            if self.debug_record_op(site, function, &record).is_none() {
                let location = self.record_location(record.location);
                let global = site.function().global;
                let what = match self.options.debug_records_as_calls {
                    true => "dropped intrinsic: ",
                    false => "unhandled debug variable record ",
                };
                self.warn_expensively(location, |importer| {
                    format!("{what}{}", importer.record_text(global, &record))
                });
                self.count_loss(&format!("unhandled debug record #{}", record.kind.spelling()));
            }
        }
    }

    /// Whether the first of these instructions is a debug record that MLIR's own importer overlooks. It sees only records in
    /// front of an instruction that is not a call of an intrinsic.
    pub(crate) fn is_overlooked(&mut self, function: &Function, insts: &[Inst]) -> bool {
        let is_record = |inst: &&Inst| self.record_of(function, **inst).is_some();
        if self.options.debug_records_as_calls || !insts.first().as_ref().is_some_and(is_record) {
            return false;
        }
        let next = insts.iter().find(|inst| !is_record(inst));
        let next = next.map(|&inst| &function.insts[inst].inst);
        matches!(next, Some(Instruction::Call(call)) if self.called_intrinsic(call).is_some())
    }

    pub(crate) fn record_location(&mut self, location: Option<tern_llvm_ir::MdNode>) -> Location {
        match location {
            Some(location) => Location::from_attribute(self.location_attribute(location)),
            None => Location::unknown(self.context),
        }
    }

    /// The attribute of a label that a record describes.
    pub(crate) fn label(&mut self, record: &DebugRecord) -> Option<Attribute> {
        match (record.kind, record.operands.first()) {
            (DebugRecordKind::Label, Some(operand)) => self.record_node(operand),
            _ => None,
        }
    }

    /// The error for a record of an assignment, which MLIR's own importer imports as a call and has no operation for.
    pub(crate) fn unhandled_record(&mut self, site: &BodyState<'_>, record: &DebugRecord) -> Option<Error> {
        if record.kind != DebugRecordKind::Assign {
            return None;
        }
        let global = site.function().global;
        let location = self.record_location(record.location);
        let value = match record.operands.first()? {
            RecordOperand::Metadata(metadata) => self.metadata_text(*metadata),
            operand => self.record_operand_text(global, operand),
        };
        let error = Error::new(format!("unhandled value: {value}"));
        let call = self.record_text(global, record);
        Some(error.and(Some(location), format!("unhandled intrinsic: {call}")))
    }

    fn debug_record_op(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        record: &DebugRecord,
    ) -> Option<Op> {
        let location = self.record_location(record.location);
        let [value, variable, expression, more @ ..] = &record.operands[..] else { return None };
        // In a record of an assignment, the address follows the identity.
        let address = more.get(1).unwrap_or(value);
        let operand = match (value, address) {
            (RecordOperand::ArgList(_), _) => return None,
            (_, RecordOperand::Value(value)) => *value,
            (_, RecordOperand::Metadata(Metadata::Constant(constant))) => (*constant).into(),
            (_, RecordOperand::ArgList(_) | RecordOperand::Metadata(_)) => return None,
        };
        let variable = self.record_node(variable)?;
        let unknown = operand.local().filter(|&local| site.function().locals[local].is_none());
        let converted = match unknown {
            Some(_) => None,
            None => match self.value(site, operand) {
                Err(error) => {
                    let errors: Vec<_> = self.diagnostics(error).collect();
                    self.reports.messages.extend(errors);
                    None
                }
                Ok(converted) => Some(converted),
            },
        };
        let Some(converted) = converted else {
            // MLIR's own importer reports this and continues.
            let global = site.function().global;
            self.report(location, |importer| {
                let text = match unknown.and_then(|local| function.locals[local].inst.expand()) {
                    Some(inst) => importer.instruction_text(global, inst),
                    None => importer.value_text(global, operand),
                };
                format!("failed to convert a debug operand: {text}")
            });
            return None;
        };
        let expression = self.record_node(expression)?;
        let new = match record.kind {
            DebugRecordKind::Value => {
                New::of(self.context, DbgValue::start().varInfo(variable).locationExpr(expression))
            }
            DebugRecordKind::Declare => {
                New::of(self.context, DbgDeclare::start().varInfo(variable).locationExpr(expression))
            }
            _ => return None,
        };
        let mut new = new.operands([converted]);
        new.state.location = location;
        let op = new.make(&mut site.body);
        site.insert_after_value(self.context, function, converted, op).then_some(op)
    }

    fn record_node(&mut self, operand: &RecordOperand) -> Option<Attribute> {
        match operand {
            RecordOperand::Metadata(Metadata::Node(node)) => self.debug_attribute(*node),
            _ => None,
        }
    }
}

impl<'c> Tables<'_, 'c> {
    /// The debug record that an instruction is, or that LLVM would make of a call.
    pub(crate) fn record_of(&self, function: &Function, inst: Inst) -> Option<DebugRecord> {
        match &function.insts[inst].inst {
            Instruction::DebugRecord(record) => Some((**record).clone()),
            Instruction::Call(call) => Some(DebugRecord {
                kind: self.record_of_call(call)?,
                operands: call.args.iter().map(|&arg| self.record_operand(arg)).collect(),
                location: self.attached(function.inst_attachments(inst), "dbg"),
            }),
            _ => None,
        }
    }

    /// The kind of the debug record that LLVM makes of a call.
    fn record_of_call(&self, call: &CallSite) -> Option<DebugRecordKind> {
        let callee = self.ir.named_callee(call)?;
        let kind = DebugRecordKind::of_intrinsic(self.ir.strings.get(self.ir.globals[callee].name?));
        // There never was an intrinsic for these.
        kind.filter(|&kind| kind != DebugRecordKind::DeclareValue)
    }

    fn record_operand(&self, arg: ir::Value) -> RecordOperand {
        let Some(constant) = arg.constant() else { return RecordOperand::Value(arg) };
        match self.ir.constants.kind(constant) {
            ConstantKind::Metadata(Metadata::Constant(constant)) => RecordOperand::Value((*constant).into()),
            ConstantKind::Metadata(metadata) => RecordOperand::Metadata(*metadata),
            ConstantKind::LocalMetadata(local) => RecordOperand::Value((*local).into()),
            ConstantKind::ArgList(values) => RecordOperand::ArgList(values[..].into()),
            _ => RecordOperand::Value(arg),
        }
    }
}

impl BodyState<'_> {
    /// Inserts an operation right after the definition of a value, or after the landing pad in the value's block. The result of a
    /// terminator becomes available in a successor: the operation goes to the end of the first block that the terminator's block
    /// dominates. Returns `false` if there is none.
    fn insert_after_value(
        &mut self,
        context: &Context,
        function: &Function,
        value: tern_mlir::Value,
        op: Op,
    ) -> bool {
        let (block, next) = match self.body.value_def(value) {
            ValueDef::Result(def, _) => {
                let Some(block) = self.body.op_block(def) else { return false };
                match self.body.next_op(def) {
                    Some(next) => (block, Some(next)),
                    None => match self.first_dominated(function, def) {
                        Some(block) => (block, self.body.block_last(block)),
                        None => return false,
                    },
                }
            }
            ValueDef::Argument(block, _) => {
                let first = self.body.block_first(block);
                let is_pad = |op: &Op| OpRef::new(context, &self.body, *op).is(ops::Landingpad::DEF);
                match first.filter(is_pad) {
                    Some(pad) => (block, self.body.next_op(pad)),
                    None => (block, first),
                }
            }
        };
        match next {
            Some(next) => self.body.insert_op_before(next, op),
            None => self.body.append_op(block, op),
        }
        if next.is_some() && next == self.first {
            self.first = Some(op);
        }
        true
    }

    /// The first block that is dominated by the block of a terminator.
    fn first_dominated(&mut self, function: &Function, terminator: Op) -> Option<Block> {
        let block = self.body.op_block(terminator)?;
        let normal = *self.body.successors(terminator).first()?;
        let state = self.function_mut();
        let imported = |block| function.layout.iter().copied().find(|&it| state.blocks[it] == Some(block));
        let (Some(block), Some(_)) = (imported(block), imported(normal)) else {
            // A block inserted on the edge.
            return Some(normal);
        };
        let dominators = state.dominators.get_or_insert_with(|| Dominators::of(function));
        state.blocks[dominators.first_child(function, block)?]
    }
}
