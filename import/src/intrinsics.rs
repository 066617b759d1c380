//! Calls of intrinsics as the operations that stand for them, where these are not just the arguments in order.

use tern_dialect::declare::OpDef;
use tern_dialect::llvm::enums::{FPExceptionBehavior, RoundingMode};
use tern_dialect::{Attribute, llvm};
use tern_ir::Global;
use tern_ir::attributes::{Attribute as IrAttribute, AttributeKind};
use tern_ir::constants::ConstantKind;
use tern_ir::instruction::CallSite;
use tern_ir::metadata::Metadata;
use tern_mapping::intrinsics::{Argument, IrregularDecl, ParameterAlignment, irregular};

use crate::builder::New;
use crate::functions::Site;
use crate::{Importer, Result};

impl<'c> Importer<'_, 'c> {
    /// Whether calls of a function are operations, so that the declaration says nothing.
    pub(crate) fn stands_for_operation(&self, global: Global) -> bool {
        let Some(name) = self.ir.globals[global].name.map(|name| self.ir.text(name)) else { return false };
        if !name.starts_with("llvm.") || self.ir.globals[global].as_function().is_none() {
            return false;
        }
        let base = tern_ir::intrinsics::base_name(&name).unwrap_or(&name);
        base.starts_with("llvm.dbg.") || self.intrinsics.find(base).is_some()
    }

    /// The operation for a call that the table of irregular intrinsics lists; `None` where an argument has no form.
    pub(crate) fn irregular(
        &mut self,
        site: &mut Site<'_>,
        call: &CallSite,
        def: &'static OpDef,
    ) -> Result<Option<New<'c>>> {
        let context = self.context;
        let Some(decl) = irregular(def.name) else { return Ok(None) };
        let mut new = New::op(context, def.name);
        // Once the alignment was an argument of its own.
        let old = match decl.alignment {
            Some(ParameterAlignment::Given(index, _)) if call.args.len() > decl.arguments.len() => {
                Some(index + 1)
            }
            _ => None,
        };
        let args = call.args.iter().enumerate().filter(|(index, _)| Some(*index) != old);
        for ((_, &arg), &argument) in args.zip(decl.arguments) {
            let kind = arg.constant().map(|constant| self.ir.constants.kind(constant).clone());
            let text = match &kind {
                Some(ConstantKind::Metadata(Metadata::String(text))) => Some(self.ir.text(*text)),
                _ => None,
            };
            let (name, value) = match argument {
                Argument::Operand(_) | Argument::OrPoison(_) => {
                    new = new.operands([self.value(site, arg)?]);
                    continue;
                }
                Argument::Immediate(name) => {
                    // MLIR's own importer makes an operation of it all the same.
                    self.value(site, arg)?;
                    (name, arg.constant().and_then(|it| self.plain_attribute(it)))
                }
                Argument::Rounding(name) => {
                    let mode = text.as_deref().and_then(|text| text.strip_prefix("round."));
                    let mode = mode.and_then(RoundingMode::from_spelling);
                    (name, mode.map(|mode| llvm::rounding_mode(context, mode)))
                }
                Argument::Exceptions(name) => {
                    let behavior = text.as_deref().and_then(|text| text.strip_prefix("fpexcept."));
                    let behavior = behavior.and_then(FPExceptionBehavior::from_spelling);
                    (name, behavior.map(|behavior| llvm::fp_exception_behavior(context, behavior)))
                }
                Argument::Scope(name) => {
                    let Some(ConstantKind::Metadata(Metadata::Node(node))) = kind else { return Ok(None) };
                    (name, self.alias_scopes(node)?.first().copied())
                }
            };
            match value {
                Some(value) => new = new.property(name, value),
                None => return Ok(None),
            }
        }
        let old = old.and_then(|index| call.args[index].constant());
        let old = match old.map(|constant| self.ir.constants.kind(constant)) {
            Some(ConstantKind::Integer(bytes)) => Some(*bytes),
            _ => None,
        };
        Ok(Some(self.with_parameter_alignment(new, call, decl, old)))
    }

    /// The alignment that is an attribute of a parameter.
    fn with_parameter_alignment(
        &self,
        new: New<'c>,
        call: &CallSite,
        decl: &IrregularDecl,
        old: Option<u64>,
    ) -> New<'c> {
        let Some(ParameterAlignment::Given(index, name)) = decl.alignment else { return new };
        let list = self.ir.attributes.get_list(call.attributes);
        let set = list.params.get(index).copied().unwrap_or_default();
        let bytes = self.ir.attributes.get(set).iter().find_map(|attribute| match attribute {
            IrAttribute::Integer(AttributeKind::Alignment, bytes) => Some(*bytes),
            _ => None,
        });
        let bytes =
            Attribute::integer(self.context, self.context.common.i32, old.or(bytes).unwrap_or(1) as i64);
        new.property(name, bytes)
    }
}
