//! Accessors for metadata nodes: kinds, fields and operands.

use cranelift_entity::EntityRef;
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::metadata::{Field, FieldValue, MdNodeKind, Metadata};
use tern_llvm_ir::{MdNode, StrId};

use crate::{Tables, mlir};
use mlir::{AttrKind, Attribute, Ident};

impl<'m> Tables<'m, '_> {
    /// The operands of a tuple; `None` for a specialized node.
    pub(crate) fn tuple(&self, node: MdNode) -> Option<&'m [Metadata]> {
        match &self.ir.metadata.nodes[node].kind {
            MdNodeKind::Tuple(operands) => Some(operands),
            MdNodeKind::Specialized { .. } => None,
        }
    }

    /// The kind and the fields of a specialized node; `None` for a tuple.
    pub(crate) fn specialized(&self, node: MdNode) -> Option<(&'m [u8], &'m [Field])> {
        match &self.ir.metadata.nodes[node].kind {
            MdNodeKind::Specialized { kind, fields } => Some((self.ir.strings.get(*kind), fields)),
            MdNodeKind::Tuple(_) => None,
        }
    }

    /// Whether a node is a specialized node of this kind.
    pub(crate) fn is_a(&self, node: MdNode, kind: &str) -> bool {
        self.specialized(node).is_some_and(|(found, _)| found == kind.as_bytes())
    }

    pub(crate) fn is_distinct(&self, node: MdNode) -> bool {
        self.ir.metadata.nodes[node].distinct
    }

    /// The value of a field; `None` if absent.
    pub(crate) fn field_of(&self, node: MdNode, name: &str) -> Option<&'m FieldValue> {
        let (_, fields) = self.specialized(node)?;
        let named = |field: &&Field| field.name.is_some_and(|id| self.ir.strings.get(id) == name.as_bytes());
        fields.iter().find(named).map(|field| &field.value)
    }

    /// The node that a field refers to.
    pub(crate) fn field_node(&self, node: MdNode, name: &str) -> Option<MdNode> {
        match self.field_of(node, name)? {
            FieldValue::Metadata(Metadata::Node(node)) => Some(*node),
            _ => None,
        }
    }

    /// The number in a field; zero if absent.
    pub(crate) fn field_number(&self, node: MdNode, name: &str) -> u32 {
        match self.field_of(node, name) {
            Some(FieldValue::Integer(value)) => value.to().unwrap_or(0),
            _ => 0,
        }
    }

    /// The string that an operand is.
    pub(crate) fn operand_text(&self, operand: Metadata) -> Option<&'m [u8]> {
        match operand {
            Metadata::String(text) => Some(self.ir.strings.get(text)),
            _ => None,
        }
    }

    /// The constant integer that an operand is, sign-extended, and its width.
    pub(crate) fn operand_integer(&self, operand: Metadata) -> Option<(i64, u32)> {
        let Metadata::Constant(constant) = operand else { return None };
        let data = self.ir.constants.get(constant);
        let width = self.ir.types.integer_width(data.ty)?;
        match data.kind {
            ConstantKind::Integer(bits) => {
                let unused = 64 - width.clamp(1, 64);
                Some((((bits << unused) as i64) >> unused, width))
            }
            _ => None,
        }
    }

    /// The node that an operand refers to.
    pub(crate) fn operand_node(&self, operand: Metadata) -> Option<MdNode> {
        match operand {
            Metadata::Node(node) => Some(node),
            _ => None,
        }
    }

    /// A string of the module as a string attribute.
    pub(crate) fn text_attribute(&self, text: StrId) -> Attribute {
        self.context.attr(AttrKind::String { value: self.ident(text), ty: self.context.common.none })
    }

    /// Interns a string of the module in the context. Free if the two share their string table.
    pub(crate) fn ident(&self, text: StrId) -> Ident {
        match self.shares_strings {
            true => self.context.ident_at(text.index()),
            false => self.context.ident_of_bytes(self.ir.strings.get(text)),
        }
    }

    /// The identity of a node as an attribute: `distinct[n]<>`.
    pub(crate) fn identity(&self, node: MdNode) -> Attribute {
        let id = u64::from(node.as_u32());
        self.context.attr(AttrKind::Distinct { id, referenced: self.context.common.unit })
    }
}
