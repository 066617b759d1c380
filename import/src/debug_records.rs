//! Imports debug records in place: as `llvm.intr.dbg.…` operations where these can express all of the record, otherwise as calls of the
//! intrinsics that they replaced.

use tern_dialect_llvm::attributes::DI_LABEL;
use tern_dialect_llvm::intrinsics::{DbgDeclare, DbgLabel, DbgValue};
use tern_dialect_llvm::ops;
use tern_llvm_ir::instruction::{DebugRecord, DebugRecordKind, RecordOperand};
use tern_llvm_ir::metadata::Metadata;
use tern_mapping::asides;
use tern_mlir::{AttrKind, Attribute, Location};

use crate::builder::New;
use crate::functions::{BodyState, Values};
use crate::{Importer, Result};

impl<'c> Importer<'_, 'c> {
    /// A debug record as a call of the intrinsic that it replaced.
    pub(crate) fn debug_record(&mut self, site: &mut BodyState<'_>, record: &DebugRecord) -> Result<New<'c>> {
        let context = self.context;
        if let Some(new) = self.exact_record_op(site, record)? {
            return Ok(new);
        }
        let name = record.kind.intrinsic();
        let (mut operands, mut forms) = (Values::new(), Vec::new());
        for operand in &record.operands {
            forms.push(match operand {
                RecordOperand::Value(value) => self.wrapped_argument(site, *value, &mut operands)?,
                RecordOperand::Metadata(Metadata::Null) => Attribute::bool(context, false),
                RecordOperand::Metadata(metadata) => self.metadata_operand(*metadata),
                RecordOperand::ArgList(values) => self.argument_list(site, values, &mut operands)?,
            });
        }
        let mut new = self
            .built(ops::CallIntrinsic::start().intrin(context.ident(name)).op_bundle_sizes(&[][..]))
            .segments(&mut self.attributes, &[operands.len(), 0])
            .operands(operands)
            .aside(asides::METADATA_ARGS, Attribute::array(context, forms))
            .unit_aside(asides::DEBUG_RECORD, true);
        if let Some(location) = record.location {
            if self.is_location(location) {
                new.state.location = Location::from_attribute(self.exact_location(location));
                return Ok(new);
            }
            let entry =
                tern_mlir::NamedAttribute { name: context.ident("dbg"), value: self.reference(location) };
            new = new.aside(asides::ATTACHMENTS, context.attr(AttrKind::Dictionary([entry].into())));
        }
        Ok(new)
    }

    /// The operation for a debug record that it can express exactly. The value must dominate the record to be its operand.
    fn exact_record_op(&mut self, site: &mut BodyState<'_>, record: &DebugRecord) -> Result<Option<New<'c>>> {
        let context = self.context;
        let location = record.location.filter(|location| self.is_location(*location));
        let (Some(location), operands) = (location, &record.operands[..]) else { return Ok(None) };
        let new = match (record.kind, operands) {
            (DebugRecordKind::Label, [RecordOperand::Metadata(Metadata::Node(label))]) => {
                let Some(label) = self.form_as(*label, &DI_LABEL) else { return Ok(None) };
                New::of(context, DbgLabel::start().label(label))
            }
            (_, [RecordOperand::Value(value), ..]) => {
                let Some((variable, expression)) = self.exact_record(record) else { return Ok(None) };
                if self.undominated(site, *value).is_some() {
                    return Ok(None);
                }
                let value = self.value(site, *value)?;
                let new = match record.kind {
                    DebugRecordKind::Value => {
                        New::of(context, DbgValue::start().varInfo(variable).locationExpr(expression))
                    }
                    _ => New::of(context, DbgDeclare::start().varInfo(variable).locationExpr(expression)),
                };
                new.operands([value])
            }
            _ => return Ok(None),
        };
        let mut new = new;
        new.state.location = Location::from_attribute(self.exact_location(location));
        Ok(Some(new))
    }
}
