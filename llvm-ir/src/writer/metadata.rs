//! Writes metadata: definitions of nodes, references to nodes, and attachments.

use std::io;

use tern_support::text::{hex_escape, push_text};

use super::{Sink, Writer};
use crate::metadata::{Field, FieldValue, MdNode, MdNodeKind, Metadata, is_same_list};

/// Nodes without numbers within each other that are written; they may be in a cycle.
const DEEPEST: u32 = 16;

impl Writer<'_> {
    /// Writes the name of a named node or of a kind of attachment.
    pub(super) fn metadata_name(&mut self, name: &[u8]) {
        for (index, &byte) in name.iter().enumerate() {
            let plain = byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'$' | b'.' | b'_');
            if plain || (index != 0 && byte.is_ascii_digit()) {
                self.out.push(byte);
            } else {
                self.out.extend(hex_escape(byte));
            }
        }
    }

    /// Writes a reference to a node: its number, or its contents if it is written inline.
    pub(super) fn node(&mut self, node: MdNode) {
        if self.slots.is_inline(self.module, node) {
            return self.node_body(node);
        }
        match self.slots.node(node) {
            Some(number) => {
                self.text("!");
                self.small(number);
            }
            // LLVM would not number this node either, and writes an address.
            None if self.unnumbered == DEEPEST => self.text("null"),
            None => {
                self.unnumbered += 1;
                self.node_body(node);
                self.unnumbered -= 1;
            }
        }
    }

    pub(super) fn metadata_operand(&mut self, operand: Metadata) {
        match operand {
            Metadata::Null => self.text("null"),
            Metadata::String(text) => {
                self.text("!");
                self.quoted(text);
            }
            Metadata::Node(node) => self.node(node),
            Metadata::Constant(constant) => self.typed_constant(constant),
        }
    }

    pub(super) fn node_body(&mut self, node: MdNode) {
        let module = self.module;
        let data = &module.metadata.nodes[node];
        // A tuple that refers to itself is unique.
        let is_circle =
            matches!(&data.kind, MdNodeKind::Tuple(operands) if operands.contains(&Metadata::Node(node)));
        // As in LLVM, an inline node is written again at each use.
        if data.distinct && !self.slots.is_inline(module, node) || is_circle {
            self.text("distinct ");
        }
        match &data.kind {
            MdNodeKind::Tuple(operands) => {
                self.text("!{");
                self.separated(operands, |writer, &operand| writer.metadata_operand(operand));
                self.text("}");
            }
            MdNodeKind::Specialized { kind, fields } => {
                self.text("!");
                self.out.extend_from_slice(module.strings.get(*kind));
                self.text("(");
                self.separated(fields.chunk_by(is_same_list), |writer, fields| writer.metadata_field(fields));
                self.text(")");
            }
        }
    }

    /// A field, or all elements of a list.
    fn metadata_field(&mut self, fields: &[Field]) {
        let [field, ..] = fields else { return };
        let module = self.module;
        if let Some(name) = field.name {
            push_text(&mut self.out, module.strings.get(name));
            self.text(": ");
        }
        match &field.value {
            FieldValue::Metadata(operand) => self.metadata_operand(*operand),
            FieldValue::Element(_) => {
                let elements = fields.iter().flat_map(|field| field.value.operands());
                self.text("{");
                self.separated(elements, |writer, &element| writer.metadata_operand(element));
                self.text("}");
            }
            FieldValue::Integer(value) => match value.to::<i64>() {
                Some(value) => self.number(value),
                None => self.number(value.get()),
            },
            FieldValue::Wide(digits) => push_text(&mut self.out, module.strings.get(*digits)),
            FieldValue::Bool(value) => self.text(if *value { "true" } else { "false" }),
            FieldValue::String(text) => self.quoted(*text),
            FieldValue::Symbols(symbols) => push_text(&mut self.out, module.strings.get(*symbols)),
        }
    }

    pub(super) fn named_metadata(&mut self) {
        let module = self.module;
        if !module.metadata.named.is_empty() {
            self.out.push(b'\n');
        }
        for (name, nodes) in &module.metadata.named {
            self.text("!");
            self.metadata_name(module.strings.get(*name));
            self.text(" = !{");
            self.separated(nodes, |writer, &node| writer.node(node));
            self.text("}\n");
        }
    }

    /// Writes all numbered nodes, in parallel.
    pub(super) fn metadata_nodes(&mut self, sink: Sink<'_>) -> io::Result<()> {
        let nodes = std::mem::take(&mut self.slots_mut().node_order);
        if !nodes.is_empty() {
            self.out.push(b'\n');
        }
        let runs: Vec<_> = nodes.chunks(tern_support::ways::limit(tern_support::parallel::RUN)).collect();
        self.in_pieces(&runs, sink, |writer, nodes| {
            for &node in *nodes {
                writer.node_definition(node);
                writer.out.push(b'\n');
            }
        })
    }

    /// Writes a numbered node with its contents: `!2 = !{!3}`.
    pub(super) fn node_definition(&mut self, node: MdNode) {
        self.node(node);
        self.text(" = ");
        self.node_body(node);
    }
}
