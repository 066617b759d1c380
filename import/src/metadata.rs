//! Imports metadata that MLIR does not model: the nodes become a table on the module, and references to them become indices.

use std::sync::Arc;

use rayon::prelude::*;
use smallvec::SmallVec;
use tern_llvm_ir::metadata::{Field, FieldValue, MdNodeKind, Metadata, fixed_kind, is_same_list, symbols};
use tern_llvm_ir::{MdNode, StrId};
use tern_mapping::asides;
use tern_mapping::node_shapes::shape;
use tern_mlir::attributes::NamedAttribute;
use tern_mlir::int::IntValue;
use tern_mlir::types::TypeKind as Mlir;
use tern_mlir::{AttrKind, Attribute, Context};
use tern_support::ways;

use crate::builder::Attributes;
use crate::{Importer, Tables};

/// A reference to an element of the table.
pub(crate) fn index(context: &Context, number: u32) -> Attribute {
    Attribute::integer(context, context.common.index, i64::from(number))
}

impl Importer<'_, '_> {
    /// Adds the module attributes that hold metadata.
    pub(crate) fn metadata(&mut self, attributes: &mut Attributes<'_>) {
        let context = self.context;
        let tables = Arc::clone(&self.tables);
        let all = &tables.decided.representations.table;
        if !all.is_empty() {
            let nodes = self.in_parallel(all, |importer, &node| importer.node(node));
            attributes.set(asides::METADATA, Attribute::array(context, nodes));
        }
        if let Some(rest) = self.debug_rest() {
            attributes.set(asides::METADATA_FIELDS, rest);
        }
        if let Some(named) = self.named_metadata() {
            attributes.set(asides::NAMED_METADATA, named);
        }
        let kinds = self.other_kinds();
        if !kinds.is_empty() {
            let kinds: Vec<Attribute> = kinds.iter().map(|&kind| self.text_attribute(kind)).collect();
            attributes.set(asides::METADATA_KINDS, Attribute::array(context, kinds));
        }
    }

    /// Maps `import` over the items, in parallel if there are enough; results are in order.
    pub(crate) fn in_parallel<T: Sync, R: Send>(
        &self,
        items: &[T],
        import: impl Fn(&mut Self, &T) -> R + Sync,
    ) -> Vec<R> {
        let runs = items.par_chunks(ways::limit(tern_support::parallel::fair_run(items.len())));
        self.in_runs(runs, import).into_iter().flatten().collect()
    }

    fn node(&mut self, node: MdNode) -> Attribute {
        let (context, module) = (self.context, self.ir);
        let data = &module.metadata.nodes[node];
        let element = match &data.kind {
            MdNodeKind::Tuple(operands) => {
                let operands: Vec<Attribute> =
                    operands.iter().map(|&operand| self.metadata_operand(operand)).collect();
                Attribute::array(context, operands)
            }
            MdNodeKind::Specialized { kind, fields } => {
                // A list is one value.
                let (named, positional): (Vec<&[Field]>, Vec<&[Field]>) =
                    fields.chunk_by(is_same_list).partition(|fields| fields[0].name.is_some());
                let names: SmallVec<[StrId; 16]> =
                    std::iter::once(*kind).chain(named.iter().filter_map(|fields| fields[0].name)).collect();
                let values = positional.into_iter().chain(named).map(|fields| match fields {
                    [field] => self.field_value(&field.value),
                    list => {
                        let elements = list.iter().flat_map(|field| field.value.operands());
                        let elements = elements.map(|&element| self.metadata_operand(element));
                        Attribute::array(context, elements.collect::<Vec<_>>())
                    }
                });
                let value = Attribute::array(context, values.collect::<Vec<_>>());
                let shape = *self.nodes.shapes.entry(names).or_insert_with_key(|names| {
                    let mut names = names.iter().map(|&name| module.strings.get(name));
                    context.ident_of_bytes(&shape(names.next().expect("the kind comes first"), names))
                });
                Attribute::dictionary(context, [NamedAttribute { name: shape, value }])
            }
        };
        if data.distinct {
            return context.attr(AttrKind::Distinct { id: u64::from(node.as_u32()), referenced: element });
        }
        element
    }

    pub(crate) fn field_value(&mut self, field: &FieldValue) -> Attribute {
        let (context, module) = (self.context, self.ir);
        match field {
            // In a field of strings, a string is spelled `"x"` rather than `!"x"`.
            FieldValue::Metadata(Metadata::String(text)) => {
                let mut entry = Attributes::new(context);
                entry.string("string", module.strings.get(*text));
                entry.dictionary()
            }
            FieldValue::Metadata(operand) => self.metadata_operand(*operand),
            FieldValue::Element(element) => {
                let element = self.metadata_operand(*element);
                Attribute::array(context, [element])
            }
            FieldValue::Integer(value) => match value.to() {
                Some(value) => Attribute::integer(context, context.common.i64, value),
                None => self.wide_number(field),
            },
            FieldValue::Wide(_) => self.wide_number(field),
            FieldValue::Bool(value) => Attribute::bool(context, *value),
            FieldValue::String(text) => self.text_attribute(*text),
            // Cached: a few keywords occur over and over.
            FieldValue::Symbols(all) => *self.nodes.keyword_asides.entry(*all).or_insert_with(|| {
                let texts: Vec<&[u8]> = symbols(module.strings.get(*all)).collect();
                let mut entry = Attributes::new(context);
                entry.string("symbol", &texts.join(&b"|"[..]));
                entry.dictionary()
            }),
        }
    }

    /// A signed number of at least 128 bits.
    fn wide_number(&self, value: &FieldValue) -> Attribute {
        let context = self.context;
        let value = value.as_number(&self.ir.strings).expect("the value is a number");
        let width = (value.bits() + 1).next_multiple_of(64).max(128) as u32;
        let ty = context.ty(Mlir::signless(width));
        let value = IntValue::from_bigint(width, &value).expect("the width has room for it");
        context.attr(AttrKind::Integer { ty, value })
    }

    /// An operand of a node as an attribute.
    pub(crate) fn metadata_operand(&mut self, operand: Metadata) -> Attribute {
        let context = self.context;
        match operand {
            Metadata::Null => context.common.unit,
            Metadata::String(text) => self.text_attribute(text),
            Metadata::Node(node) => self.reference(node),
            Metadata::Constant(constant) => {
                let value = self.constant_attribute(constant);
                let entry = NamedAttribute { name: context.ident("value"), value };
                Attribute::dictionary(context, vec![entry])
            }
        }
    }

    /// The aside for the metadata attachments of an operation.
    pub(crate) fn attachments(&mut self, attachments: &[(StrId, MdNode)]) -> Option<Attribute> {
        let context = self.context;
        if attachments.is_empty() {
            return None;
        }
        let mut entries: Vec<NamedAttribute> = Vec::with_capacity(attachments.len());
        for &(kind, node) in attachments {
            let name = self.ident(kind);
            let value = self.reference(node);
            match entries.iter_mut().find(|entry| entry.name == name) {
                Some(entry) => {
                    let mut all =
                        entry.value.as_array(context).map_or_else(|| vec![entry.value], <[_]>::to_vec);
                    all.push(value);
                    entry.value = Attribute::array(context, all);
                }
                None => entries.push(NamedAttribute { name, value }),
            }
        }
        Some(Attribute::dictionary(context, entries))
    }
}

impl Tables<'_, '_> {
    /// The kinds of attachments that LLVM does not know, in order of first use.
    fn other_kinds(&self) -> Vec<StrId> {
        let module = self.ir;
        let mut kinds = Vec::new();
        let mut note = |attachments: &[(StrId, MdNode)]| {
            for &(kind, _) in attachments {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
        };
        for global in module.globals.values() {
            note(&global.attachments);
            if let Some(function) = global.as_function() {
                note(function.all_attachments());
            }
        }
        kinds.retain(|&kind| fixed_kind(module.strings.get(kind)).is_none());
        kinds
    }
}
