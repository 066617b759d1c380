//! Imports metadata of instructions and functions that MLIR models by fields of operations.

use smallvec::SmallVec;
use tern_dialect_llvm::attributes::{DEREFERENCEABLE, MMRA_TAG, VEC_TYPE_HINT};
use tern_dialect_llvm::ops;
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::globals::{GlobalKind, GlobalValue};
use tern_llvm_ir::metadata::Metadata;
use tern_llvm_ir::{MdNode, StrId};
use tern_mapping::asides;
use tern_mapping::instruction_metadata::{ENTRY_COUNT, FUNCTION_ATTACHMENTS, FunctionMetadataForm, MMRA};
use tern_mlir::Attribute;
use tern_mlir::declare::Param;

use crate::builder::New;
use crate::{Importer, Tables};

impl<'c> Importer<'_, 'c> {
    /// Adds the attachments of an instruction to its operation: as fields where these can hold them exactly, the others in an aside.
    pub(crate) fn with_attachments(&mut self, mut new: New<'c>, attachments: &[(StrId, MdNode)]) -> New<'c> {
        let def = self.context.op_name_data(new.state.name).def;
        let mut rest: SmallVec<[(StrId, MdNode); 4]> = SmallVec::new();
        for &(kind, node) in attachments {
            // The operation's location holds it.
            if self.is_location(node) && self.ir.strings.get(kind) == b"dbg" {
                continue;
            }
            if let Some(tags) = self.exact_mmra(kind, node) {
                new = new.aside(MMRA.0, tags);
                continue;
            }
            let modelled = self.modelled(def, kind, node);
            let taken = |field: &str| {
                let field = self.context.ident(field);
                new.state.properties.iter().any(|property| property.name == field)
            };
            match modelled.filter(|(field, ..)| *field != "dereferenceable" || !taken(field)) {
                Some((field, value, number)) => {
                    new = new.property(field, value);
                    if let Some(number) = number {
                        let number = Attribute::integer(self.context, self.context.common.i64, number.into());
                        new = new.aside(asides::LOOP_ID, number);
                    }
                }
                None => rest.push((kind, node)),
            }
        }
        match self.attachments(&rest) {
            Some(rest) => new.aside(asides::ATTACHMENTS, rest),
            None => new,
        }
    }

    /// Adds the attachments of a global to its operation, as [`with_attachments`](Self::with_attachments) does for instructions.
    pub(crate) fn with_global_attachments(&mut self, mut new: New<'c>, value: &GlobalValue) -> New<'c> {
        let mut rest: SmallVec<[(StrId, MdNode); 4]> = SmallVec::new();
        let expressions = match value.kind {
            GlobalKind::Variable(_) => self.exact_global_expressions(&value.attachments),
            _ => None,
        };
        if let Some(expressions) = expressions.and_then(|list| list.as_array(self.context)) {
            new = new.with(|new| ops::Global(new).dbg_exprs(expressions).0);
        }
        for &(kind, node) in &value.attachments {
            if self.ir.strings.get(kind) == b"dbg" {
                // The function's location holds its subprogram.
                if value.as_function().is_some() && self.exact_subprogram(node).is_some() {
                    new.state.location = self.function_location(&value.attachments);
                    continue;
                }
                if expressions.is_some() {
                    continue;
                }
            }
            match value.as_function().and_then(|_| self.exact_function_field(kind, node)) {
                Some((field, value)) => new = new.property(field, value),
                None => rest.push((kind, node)),
            }
        }
        match self.attachments(&rest) {
            Some(rest) => new.aside(asides::ATTACHMENTS, rest),
            None => new,
        }
    }

    /// The field of a function from which export rebuilds exactly this attachment, and its value.
    pub(crate) fn exact_function_field(
        &mut self,
        kind: StrId,
        node: MdNode,
    ) -> Option<(&'static str, Attribute)> {
        let operands = self.tuple(node).filter(|_| !self.is_distinct(node))?;
        let has_width = |operand: Metadata, width: u32| {
            self.operand_integer(operand).is_some_and(|(_, known)| known == width)
        };
        let kind = self.ir.text(kind);
        if kind == "prof" {
            let exact = matches!(*operands, [_, count] if has_width(count, 64));
            return self.entry_count(node).filter(|_| exact).map(|count| ("function_entry_count", count));
        }
        let &(field, _, form) = FUNCTION_ATTACHMENTS.iter().find(|(_, known, _)| *known == kind)?;
        let exact = match (form, operands) {
            (FunctionMetadataForm::Numbers, numbers) => {
                !numbers.is_empty() && numbers.iter().all(|&number| has_width(number, 32))
            }
            (FunctionMetadataForm::VecTypeHint, &[Metadata::Constant(undef), signed]) => {
                *self.ir.constants.kind(undef) == ConstantKind::Undef
                    && has_width(signed, 32)
                    && matches!(self.operand_integer(signed), Some((0 | 1, _)))
            }
            _ => false,
        };
        let value = exact.then(|| self.function_attachment(node, field, form))??;
        Some((field, value))
    }

    pub(crate) fn function_attachment(
        &mut self,
        node: MdNode,
        field: &str,
        form: FunctionMetadataForm,
    ) -> Option<Attribute> {
        let context = self.context;
        let operands = self.tuple(node)?;
        match form {
            FunctionMetadataForm::VecTypeHint => {
                let &[Metadata::Constant(value), signed] = operands else { return None };
                let ty = self.ty(self.ir.constants.ty(value));
                let (signed, _) = self.operand_integer(signed)?;
                let params = [Param::Attribute(Attribute::of_type(context, ty)), Param::Bool(signed != 0)];
                Some(Attribute::declare(context, &VEC_TYPE_HINT, params))
            }
            FunctionMetadataForm::Numbers => {
                // MLIR's own importer truncates wider numbers.
                let numbers = operands
                    .iter()
                    .map(|&number| self.operand_integer(number).map(|(number, _)| number as i32));
                let numbers = numbers.collect::<Option<Vec<i32>>>()?;
                match (field, &numbers[..]) {
                    ("intel_reqd_sub_group_size", &[number]) => {
                        Some(Attribute::integer(context, context.common.i32, number.into()))
                    }
                    ("intel_reqd_sub_group_size", _) => None,
                    _ => Some(Attribute::dense_i32(context, &numbers)),
                }
            }
        }
    }
}

impl<'c> Tables<'_, 'c> {
    /// The tags of an `mmra` attachment from which export rebuilds exactly this node: one tag, or a list of several.
    pub(crate) fn exact_mmra(&self, kind: StrId, node: MdNode) -> Option<Attribute> {
        if self.ir.strings.get(kind) != MMRA.1.as_bytes() || self.is_distinct(node) {
            return None;
        }
        let operands = self.tuple(node)?;
        let tags = operands.iter().filter_map(|&tag| self.operand_node(tag));
        let (count, distinct) =
            tags.fold((0, false), |(count, distinct), tag| (count + 1, distinct || self.is_distinct(tag)));
        (count != 1 && !distinct).then(|| self.mmra_tags(node)).flatten()
    }

    /// The attribute `#llvm.dereferenceable`.
    pub(crate) fn dereferenceable(&self, bytes: i64, or_null: bool) -> Attribute {
        let params = [Param::Unsigned(bytes as u64), Param::Bool(or_null)];
        Attribute::declare(self.context, &DEREFERENCEABLE, params)
    }

    /// The attribute for a tag, or for a tuple of tags.
    pub(crate) fn mmra_tags(&self, node: MdNode) -> Option<Attribute> {
        let tag = |node: MdNode| {
            let &[Metadata::String(prefix), Metadata::String(suffix)] = self.tuple(node)? else {
                return None;
            };
            let text = |id| Param::String(self.ident(id));
            Some(Attribute::declare(self.context, &MMRA_TAG, [text(prefix), text(suffix)]))
        };
        if let Some(tag) = tag(node) {
            return Some(tag);
        }
        let tags = self.tuple(node)?.iter().map(|&operand| self.operand_node(operand).and_then(tag));
        Some(Attribute::array(self.context, tags.collect::<Option<Vec<_>>>()?))
    }

    pub(crate) fn entry_count(&self, node: MdNode) -> Option<Attribute> {
        let &[name, count] = self.tuple(node)? else { return None };
        (self.operand_text(name)? == ENTRY_COUNT.as_bytes()).then_some(())?;
        let (count, _) = self.operand_integer(count)?;
        Some(Attribute::integer(self.context, self.context.common.i64, count))
    }
}
