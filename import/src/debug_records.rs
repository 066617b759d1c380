//! Debug records as operations, `llvm.intr.dbg.…`: each after the value that it is about, as MLIR's own importer places them.

use tern_dialect::body::ValueDef;
use tern_dialect::llvm::attributes::DI_LABEL;
use tern_dialect::{Attribute, Location, Op};
use tern_ir::constants::ConstantKind;
use tern_ir::function::Function;
use tern_ir::instruction::{CallSite, DebugRecord, DebugRecordKind, Instruction, RecordOperand};
use tern_ir::metadata::Metadata;

use crate::builder::New;
use crate::functions::Site;
use crate::{Importer, Result, ir};

impl<'c> Importer<'_, 'c> {
    /// Imports the records that were met in a function.
    pub(crate) fn debug_records(&mut self, site: &mut Site<'_>, function: &Function) -> Result<()> {
        let records = site.function.as_mut().map(|state| std::mem::take(&mut state.records));
        for (inst, block) in records.unwrap_or_default() {
            let record = match &function.insts[inst].inst {
                Instruction::DebugRecord(record) => (**record).clone(),
                Instruction::Call(call) => match self.record_of_call(call) {
                    Some(kind) => DebugRecord {
                        kind,
                        operands: call.args.iter().map(|&arg| self.record_operand(arg)).collect(),
                        location: self.attached(function.inst_attachments(inst), "dbg"),
                    },
                    None => continue,
                },
                _ => continue,
            };
            if self.debug_record_op(site, &record, block)?.is_none() {
                self.lose(&format!("unhandled debug record #{}", record.kind.spelling()));
            }
        }
        Ok(())
    }

    pub(crate) fn record_location(&mut self, location: Option<tern_ir::MdNode>) -> Location {
        match location {
            Some(location) => Location::from_attribute(self.location_attribute(location)),
            None => Location::unknown(self.context),
        }
    }

    /// The operation that says all of a record; a value that does not dominate it is no operand.
    pub(crate) fn exact_record_op(
        &mut self,
        site: &mut Site<'_>,
        record: &DebugRecord,
    ) -> Result<Option<New<'c>>> {
        let context = self.context;
        let location = record.location.filter(|location| self.is_location(*location));
        let (Some(location), operands) = (location, &record.operands[..]) else { return Ok(None) };
        let new = match (record.kind, operands) {
            (DebugRecordKind::Label, [RecordOperand::Metadata(Metadata::Node(label))]) => {
                let Some(label) = self.form_as(*label, &DI_LABEL) else { return Ok(None) };
                New::op(context, "llvm.intr.dbg.label").property("label", label)
            }
            (_, [RecordOperand::Value(value), ..]) => {
                let Some((variable, expression)) = self.exact_record(record) else { return Ok(None) };
                if self.undominated(site, *value).is_some() {
                    return Ok(None);
                }
                let name = match record.kind {
                    DebugRecordKind::Value => "llvm.intr.dbg.value",
                    _ => "llvm.intr.dbg.declare",
                };
                let value = self.value(site, *value)?;
                New::op(context, name)
                    .operands([value])
                    .property("varInfo", variable)
                    .property("locationExpr", expression)
            }
            _ => return Ok(None),
        };
        let mut new = new;
        new.state.location = Location::from_attribute(self.exact_location(location));
        Ok(Some(new))
    }

    /// A label, which has no value and stands where it is.
    pub(crate) fn debug_label(&mut self, inst: &Instruction) -> Option<New<'c>> {
        let operand = match inst {
            _ if !self.upstream() => return None,
            Instruction::DebugRecord(record) if record.kind == DebugRecordKind::Label => {
                record.operands.first()?.clone()
            }
            Instruction::Call(call) if self.record_of_call(call) == Some(DebugRecordKind::Label) => {
                self.record_operand(*call.args.first()?)
            }
            _ => return None,
        };
        let label = self.record_node(&operand)?;
        Some(New::op(self.context, "llvm.intr.dbg.label").property("label", label))
    }

    /// Whether an instruction is imported with the debug records.
    pub(crate) fn is_debug_record(&mut self, inst: &Instruction) -> bool {
        match inst {
            _ if !self.upstream() || self.debug_label(inst).is_some() => false,
            Instruction::DebugRecord(_) => true,
            Instruction::Call(call) => self.record_of_call(call).is_some(),
            _ => false,
        }
    }

    /// The kind of the debug record that LLVM makes of a call.
    fn record_of_call(&self, call: &CallSite) -> Option<DebugRecordKind> {
        let ConstantKind::Global(callee) = *self.ir.constants.kind(call.callee.constant()?) else {
            return None;
        };
        match self.ir.strings.get(self.ir.globals[callee].name?) {
            b"llvm.dbg.value" => Some(DebugRecordKind::Value),
            b"llvm.dbg.declare" => Some(DebugRecordKind::Declare),
            b"llvm.dbg.assign" => Some(DebugRecordKind::Assign),
            b"llvm.dbg.label" => Some(DebugRecordKind::Label),
            _ => None,
        }
    }

    fn record_operand(&self, arg: ir::Value) -> RecordOperand {
        let Some(constant) = arg.constant() else { return RecordOperand::Value(arg) };
        match self.ir.constants.kind(constant) {
            ConstantKind::Metadata(Metadata::Constant(constant)) => RecordOperand::Value((*constant).into()),
            ConstantKind::Metadata(metadata) => RecordOperand::Metadata(*metadata),
            ConstantKind::LocalMetadata(local) => RecordOperand::Value((*local).into()),
            ConstantKind::ArgList(values) => RecordOperand::ArgList(values.to_vec()),
            _ => RecordOperand::Value(arg),
        }
    }

    fn debug_record_op(
        &mut self,
        site: &mut Site<'_>,
        record: &DebugRecord,
        _block: ir::Block,
    ) -> Result<Option<Op>> {
        let context = self.context;
        let location = self.record_location(record.location);
        let name = match record.kind {
            DebugRecordKind::Value => "llvm.intr.dbg.value",
            DebugRecordKind::Declare => "llvm.intr.dbg.declare",
            _ => return Ok(None),
        };
        let [address, variable, expression, ..] = &record.operands[..] else { return Ok(None) };
        let (Some(variable), Some(expression)) = (self.record_node(variable), self.record_node(expression))
        else {
            return Ok(None);
        };
        let operand = match address {
            RecordOperand::Value(value) => *value,
            RecordOperand::Metadata(Metadata::Constant(constant)) => (*constant).into(),
            RecordOperand::ArgList(values) => match values[..] {
                [value] => value,
                _ => return Ok(None),
            },
            RecordOperand::Metadata(_) => return Ok(None),
        };
        if let Some(local) = operand.local()
            && site.function.as_ref().is_none_or(|state| state.locals[local].is_none())
        {
            return Ok(None);
        }
        let operand = self.value(site, operand)?;
        let mut new = New::op(context, name)
            .operands([operand])
            .property("varInfo", variable)
            .property("locationExpr", expression);
        new.state.location = location;
        let op = new.make(&mut site.body);
        site.insert_after_value(operand, op);
        Ok(Some(op))
    }

    fn record_node(&mut self, operand: &RecordOperand) -> Option<Attribute> {
        match operand {
            RecordOperand::Metadata(Metadata::Node(node)) => self.debug_attribute(*node),
            _ => None,
        }
    }
}

impl Site<'_> {
    /// Puts an operation right after the definition of a value.
    fn insert_after_value(&mut self, value: tern_dialect::Value, op: Op) {
        let (block, next) = match self.body.value_def(value) {
            ValueDef::Result(def, _) => {
                let Some(block) = self.body.op_block(def) else { return };
                match self.body.next_op(def) {
                    Some(next) => (block, Some(next)),
                    // The result of a terminator begins where it leads to.
                    None => match self.body.successors(def).first() {
                        Some(&block) => (block, self.body.block_first(block)),
                        None => (block, None),
                    },
                }
            }
            ValueDef::Argument(block, _) => (block, self.body.block_first(block)),
        };
        match next {
            Some(next) => self.body.insert_op_before(next, op),
            None => self.body.append_op(block, op),
        }
        if next.is_some() && next == self.first {
            self.first = Some(op);
        }
    }
}
