//! Attachments of instructions and globals as MLIR's own importer reads them: those that have a field become that, even if the field
//! cannot hold all of them; the others are left out and counted.

use tern_dialect_llvm::ops;
use tern_llvm_ir::{Global, Inst, MdNode, StrId};
use tern_mapping::instruction_metadata::{
    ATTACHMENTS, AttachmentForm, BRANCH_WEIGHTS, FUNCTION_ATTACHMENTS, MMRA,
};
use tern_mlir::{Attribute, Location};

use crate::builder::New;
use crate::{Importer, Result, Tables};

impl<'c> Importer<'_, 'c> {
    /// Adds the fields that MLIR's own importer sets for the attachments of an instruction, and counts the others as losses.
    pub(crate) fn modelled_attachments(
        &mut self,
        mut new: New<'c>,
        instruction: (Global, Inst),
        attachments: &[(StrId, MdNode)],
    ) -> Result<New<'c>> {
        let context = self.context;
        let def = context.op_name_data(new.state.name).def;
        let location = new.state.location;
        for &(kind, node) in attachments {
            let kind = self.ir.text(kind);
            if kind == "dbg" {
                continue;
            }
            if kind == MMRA.1
                && let Some(tags) = self.mmra_tags(node)
            {
                new = new.aside(MMRA.0, tags);
                continue;
            }
            let entry = ATTACHMENTS.iter().find(|(_, known, form)| {
                *known == kind || matches!(form, AttachmentForm::Dereferenceable(or_null) if *or_null == kind)
            });
            let field = entry.filter(|(field, ..)| def.is_some_and(|def| def.attribute(field).is_some()));
            let value = match entry {
                Some(&(_, known, form)) if field.is_some() || form.is_checked() => {
                    self.attachment(node, form, known != kind, location)?
                }
                _ => None,
            };
            if let (Some((field, ..)), Some(value)) = (field, value) {
                new = new.property(field, value);
                continue;
            }
            let implied = entry.is_some_and(|(_, _, form)| form.is_implied());
            if !implied && (entry.is_some() || kind == MMRA.1 || is_function_metadata(&kind)) {
                self.warn_expensively(location, |importer| {
                    let text = importer.instruction_text(instruction.0, instruction.1);
                    format!("unhandled metadata: {} on {text}", importer.node_text(node))
                });
            }
            let name = context.str(context.op_name_data(new.state.name).name);
            self.count_loss(&format!("metadata of kind {kind} on {name}"));
        }
        Ok(new)
    }

    fn attachment(
        &mut self,
        node: MdNode,
        form: AttachmentForm,
        or_null: bool,
        location: Location,
    ) -> Result<Option<Attribute>> {
        let context = self.context;
        Ok(match form {
            AttachmentForm::Tbaa => {
                let tag = self.tbaa_tag(node)?;
                Some(Attribute::array(context, [tag]))
            }
            AttachmentForm::AliasScopes => Some(Attribute::array(context, self.alias_scopes(node)?)),
            AttachmentForm::AccessGroups => Some(Attribute::array(context, self.access_groups(node)?)),
            AttachmentForm::Loop => self.loop_annotation(node, location),
            AttachmentForm::BranchWeights => self.branch_weights(node),
            AttachmentForm::Unit | AttachmentForm::UnitOne => Some(context.common.unit),
            AttachmentForm::Dereferenceable(_) => {
                let operands = self.tuple(node).unwrap_or_default();
                let bytes = match *operands {
                    [bytes] => {
                        self.operand_integer(bytes).map(|(bytes, _)| bytes).filter(|bytes| *bytes >= 0)
                    }
                    _ => None,
                };
                match bytes {
                    Some(bytes) => Some(self.dereferenceable(bytes, or_null)),
                    None => {
                        let what = match operands.len() {
                            1 => "metadata operand must be a non-negative constant integer",
                            _ => "metadata must have one operand",
                        };
                        let location = self.module_location();
                        self.report(location, |importer| {
                            format!("dereferenceable {what}: {}", importer.node_text(node))
                        });
                        None
                    }
                }
            }
        })
    }

    /// Adds the fields that MLIR's own importer sets for the attachments of a function.
    pub(crate) fn function_metadata(
        &mut self,
        mut new: New<'c>,
        global: Global,
        attachments: &[(StrId, MdNode)],
    ) -> New<'c> {
        let location = new.state.location;
        for &(kind, node) in attachments {
            let kind = self.ir.text(kind);
            let field = match &*kind {
                "dbg" => continue,
                "prof" => self.entry_count(node).map(|count| ("function_entry_count", count)),
                kind => FUNCTION_ATTACHMENTS.iter().find(|(_, known, _)| *known == kind).and_then(
                    |&(field, _, form)| Some((field, self.function_attachment(node, field, form)?)),
                ),
            };
            if kind == MMRA.1
                && let Some(tags) = self.mmra_tags(node)
            {
                new = new.aside(MMRA.0, tags);
                continue;
            }
            if let Some((field, value)) = field {
                new = new.property(field, value);
                continue;
            }
            let known = ATTACHMENTS.iter().any(|(_, known, form)| *known == kind && !form.is_implied());
            if known || kind == MMRA.1 || is_function_metadata(&kind) {
                let message = format!(
                    "unhandled function metadata: {} on {}",
                    self.node_text(node),
                    self.global_text(global)
                );
                self.warn(location, message);
            }
            self.count_loss(&format!("metadata of kind {kind} on a global"));
        }
        new
    }

    /// Adds the debug information of a global variable as `dbg_exprs`.
    pub(crate) fn global_debug_info(&mut self, new: New<'c>, attachments: &[(StrId, MdNode)]) -> New<'c> {
        let mut expressions = Vec::new();
        for &(kind, node) in attachments {
            let kind = self.ir.text(kind);
            match (&*kind, self.debug_attribute(node)) {
                ("dbg", Some(expression)) => expressions.push(expression),
                _ => self.count_loss(&format!("metadata of kind {kind} on a global")),
            }
        }
        match expressions.is_empty() {
            true => new,
            false => new.with(|new| ops::Global(new).dbg_exprs(&expressions[..]).0),
        }
    }
}

impl<'c> Tables<'_, 'c> {
    fn branch_weights(&self, node: MdNode) -> Option<Attribute> {
        let (&name, weights) = self.tuple(node)?.split_first()?;
        if self.operand_text(name)? != BRANCH_WEIGHTS.as_bytes() {
            return None;
        }
        // Weights that come from a hint in the source are preceded by a string.
        let expected = weights.first().is_some_and(|&first| self.operand_text(first).is_some());
        let weights = weights.iter().skip(usize::from(expected));
        let weights: Option<Vec<i32>> =
            weights.map(|&weight| self.operand_integer(weight).map(|(weight, _)| weight as i32)).collect();
        weights.map(|weights| Attribute::dense_i32(self.context, &weights))
    }
}

fn is_function_metadata(kind: &str) -> bool {
    FUNCTION_ATTACHMENTS.iter().any(|(_, known, _)| *known == kind)
}
