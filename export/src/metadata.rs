//! Exports the module's metadata table and references to it.

use tern_llvm_ir::metadata::{
    FIXED_KINDS, Field, FieldValue, JOINT, MdNodeData, MdNodeKind, Metadata, fixed_kind, symbols,
};
use tern_llvm_ir::{MdNode, StrId};
use tern_mapping::asides::{self, NAMED_METADATA};
use tern_mapping::node_shapes::parts;
use tern_mlir::{AttrKind, OpRef};

use crate::parallel::OpenNode;
use crate::{Exporter, Result, mlir};

impl Exporter<'_> {
    /// Creates the nodes of the table, still empty, so that they can refer to each other.
    pub(crate) fn prepare_metadata(&mut self, module: OpRef<'_>) {
        let context = self.context;
        let table =
            module.attribute(asides::METADATA).and_then(|table| table.as_array(context)).unwrap_or_default();
        self.prepare_debug_information(module);
        for _ in table {
            let empty = MdNodeData { distinct: false, kind: MdNodeKind::Tuple(Box::default()) };
            let node = self.ir.metadata.nodes.push(empty);
            self.tables_mut().table.push(node);
        }
        let kinds = module.attribute(asides::METADATA_KINDS).and_then(|kinds| kinds.as_array(context));
        self.metadata.other_kinds = kinds
            .unwrap_or_default()
            .iter()
            .filter_map(|&kind| self.bytes(kind).map(<[u8]>::to_vec))
            .collect();
    }

    /// Fills in the nodes of the table, and creates named metadata.
    pub(crate) fn metadata(&mut self, module: OpRef<'_>) -> Result<()> {
        let context = self.context;
        let table =
            module.attribute(asides::METADATA).and_then(|table| table.as_array(context)).unwrap_or_default();
        for (index, &element) in table.iter().enumerate() {
            let (distinct, element) = match element.kind(context) {
                AttrKind::Distinct { referenced, .. } => (true, *referenced),
                _ => (false, element),
            };
            match self.node_kind(element) {
                Some(kind) => {
                    self.ir.metadata.nodes[self.tables.table[index]] = MdNodeData { distinct, kind }
                }
                None => self.count_loss("malformed metadata node"),
            }
            // Equal nodes made of attributes later are the same as these.
            self.metadata.nodes.know(&self.ir.metadata, self.tables.table[index]);
        }
        let named = module.attribute(NAMED_METADATA).and_then(|named| named.as_array(context));
        for entry in named.unwrap_or_default() {
            // A name without a list marks the position of named metadata that attributes and operations of the module define.
            let name = match entry.as_array(context).unwrap_or(std::slice::from_ref(entry)) {
                [name, nodes @ ..] => self.bytes(*name).map(|name| (name.to_vec(), nodes)),
                [] => None,
            };
            let Some((name, nodes)) = name else {
                return self
                    .plain_error(module, format!("named metadata without a name in `{NAMED_METADATA}`"));
            };
            let nodes: Option<Vec<MdNode>> = nodes.iter().map(|&node| self.reference(node)).collect();
            let Some(nodes) = nodes else {
                let name = String::from_utf8_lossy(&name).into_owned();
                return self
                    .plain_error(module, format!("named metadata '{name}' has an operand that is no node"));
            };
            let name = self.intern(&name);
            self.ir.metadata.named.push((name, nodes));
        }
        Ok(())
    }

    fn node_kind(&mut self, element: mlir::Attribute) -> Option<MdNodeKind> {
        let context = self.context;
        match element.kind(context) {
            AttrKind::Array(operands) => {
                let operands =
                    operands.iter().map(|&operand| self.metadata_operand(operand)).collect::<Option<_>>()?;
                Some(MdNodeKind::Tuple(operands))
            }
            AttrKind::Dictionary(entries) => {
                let [entry] = &entries[..] else { return None };
                let (kind, names) = parts(context.bytes(entry.name))?;
                let values = entry.value.as_array(context)?;
                let positional = values.len().checked_sub(names.len())?;
                let kind = self.intern(kind);
                let names = std::iter::repeat_n(None, positional).chain(names.into_iter().map(Some));
                let mut fields = Vec::with_capacity(values.len());
                for (name, &value) in names.zip(values) {
                    let name = name.map(|name| self.intern(name));
                    match value.kind(context) {
                        AttrKind::Array(elements) => {
                            for &element in elements {
                                let value = FieldValue::Element(self.metadata_operand(element)?);
                                fields.push(Field { name, value });
                            }
                        }
                        _ => fields.push(Field { name, value: self.field_value(value)? }),
                    }
                }
                Some(MdNodeKind::Specialized { kind, fields: fields.into() })
            }
            _ => None,
        }
    }

    pub(crate) fn field_value(&mut self, value: mlir::Attribute) -> Option<FieldValue> {
        let context = self.context;
        Some(match value.kind(context) {
            AttrKind::String { value, .. } => FieldValue::String(self.text(*value)),
            AttrKind::Integer { ty, value } if *ty != context.common.index => {
                match ty.integer_width(context)? {
                    1 => FieldValue::Bool(!value.is_zero()),
                    width => {
                        let small = value.as_i64(width).map(|small| FieldValue::Integer(small.into()));
                        small.unwrap_or_else(|| FieldValue::number(&self.ir.strings, &value.to_bigint(width)))
                    }
                }
            }
            AttrKind::Dictionary(_) => {
                let entry = |key| self.bytes(value.entry(context, key)?);
                if let Some(text) = entry("symbol") {
                    let symbols: Vec<&[u8]> = symbols(text).collect();
                    FieldValue::Symbols(self.intern(&symbols.join(JOINT.as_bytes())))
                } else if let Some(text) = entry("string") {
                    FieldValue::Metadata(Metadata::String(self.intern(text)))
                } else {
                    FieldValue::Metadata(self.metadata_operand(value)?)
                }
            }
            _ => FieldValue::Metadata(self.metadata_operand(value)?),
        })
    }

    /// An operand of a node or of a call.
    pub(crate) fn metadata_operand(&mut self, operand: mlir::Attribute) -> Option<Metadata> {
        let context = self.context;
        Some(match operand.kind(context) {
            AttrKind::Unit => Metadata::Null,
            AttrKind::String { value, .. } => Metadata::String(self.text(*value)),
            AttrKind::Integer { ty, .. } if *ty == context.common.index => {
                Metadata::Node(self.reference(operand)?)
            }
            AttrKind::Dictionary(_) => {
                let value = operand.entry(context, "value")?;
                Metadata::Constant(self.constant_of_attribute(value)?)
            }
            _ => match self.open_node(OpenNode::Attribute(operand)) {
                Some(open) => Metadata::Node(open),
                None => Metadata::Node(self.attribute_node(operand)?),
            },
        })
    }

    /// The node for an attribute of the dialect.
    pub(crate) fn attribute_node(&mut self, attribute: mlir::Attribute) -> Option<MdNode> {
        // The most frequent case is debug information.
        self.debug_node(attribute)
            .or_else(|| self.tbaa_node(attribute))
            .or_else(|| self.alias_scope_node(attribute))
            .or_else(|| self.access_group_node(attribute))
            .or_else(|| self.location_node(attribute, None, None))
    }

    /// The node for an index into the table, or for an attribute.
    pub(crate) fn reference(&mut self, node: mlir::Attribute) -> Option<MdNode> {
        match node.as_i64(self.context) {
            Some(index) => self.tables.table.get(usize::try_from(index).ok()?).copied(),
            None => self.attribute_node(node),
        }
    }

    /// The attachments of an operation, in LLVM's order.
    pub(crate) fn attachments(
        &mut self,
        op: OpRef<'_>,
        dictionary: Option<mlir::Attribute>,
    ) -> Result<Vec<(StrId, MdNode)>> {
        let context = self.context;
        let mut attachments = Vec::new();
        let Some(dictionary) = dictionary else { return Ok(attachments) };
        for entry in dictionary.as_dictionary(context).unwrap_or_default() {
            let kind = self.text(entry.name);
            for &node in entry.value.as_array(context).unwrap_or(std::slice::from_ref(&entry.value)) {
                match self.reference(node) {
                    Some(node) => attachments.push((kind, node)),
                    None => {
                        let kind = context.str(entry.name);
                        return self.error(op, format!("attachment '{kind}' is no metadata node"));
                    }
                }
            }
        }
        self.sort_attachments(&mut attachments);
        Ok(attachments)
    }

    /// Sorts attachments by kind, in LLVM's order.
    pub(crate) fn sort_attachments(&self, attachments: &mut [(StrId, MdNode)]) {
        if attachments.len() < 2 {
            return;
        }
        let rank = |kind: StrId| {
            let name = self.ir.strings.get(kind);
            let other = || self.metadata.other_kinds.iter().position(|other| other == name);
            fixed_kind(name).or_else(|| other().map(|index| FIXED_KINDS.len() + index)).unwrap_or(usize::MAX)
        };
        attachments.sort_by_key(|(kind, _)| rank(*kind));
    }

    /// The uniqued node with this content.
    pub(crate) fn unique_node(&mut self, kind: MdNodeKind) -> MdNode {
        self.put_off();
        self.metadata.nodes.unique(&mut self.ir.metadata, kind)
    }

    /// A new distinct node with this content.
    pub(crate) fn distinct_node(&mut self, kind: MdNodeKind) -> MdNode {
        self.put_off();
        self.metadata.nodes.distinct(&mut self.ir.metadata, kind)
    }

    /// A new distinct tuple whose first operand is itself.
    pub(crate) fn self_referential_node(&mut self, rest: &[Metadata]) -> MdNode {
        self.put_off();
        self.metadata.nodes.self_referential(&mut self.ir.metadata, rest)
    }

    /// The uniqued tuple with these operands.
    pub(crate) fn tuple(&mut self, operands: Vec<Metadata>) -> MdNode {
        self.unique_node(MdNodeKind::Tuple(operands.into()))
    }

    pub(crate) fn metadata_string(&mut self, text: &[u8]) -> Metadata {
        Metadata::String(self.intern(text))
    }

    pub(crate) fn metadata_integer(&mut self, width: u32, value: i64) -> Metadata {
        let ty = self.ir.types.integer(width);
        Metadata::Constant(self.ir.constants.integer(&self.ir.types, ty, value))
    }
}
