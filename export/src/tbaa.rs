//! Exports attributes for type-based alias analysis: `#llvm.tbaa_…` attributes become tuples. LangRef: `tbaa` metadata.

use tern_dialect_llvm::attributes::{TBAA_MEMBER, TBAA_ROOT, TBAA_TAG, TBAA_TYPE_DESCRIPTOR};
use tern_llvm_ir::MdNode;
use tern_llvm_ir::metadata::Metadata;
use tern_mlir::declare::Param;

use crate::Exporter;
use crate::mlir::Attribute;

impl Exporter<'_> {
    /// The node of a tag, a type or a root.
    pub(crate) fn tbaa_node(&mut self, attribute: Attribute) -> Option<MdNode> {
        if let Some(&node) = self.metadata.attribute_nodes.get(&attribute) {
            return Some(node);
        }
        let node = self
            .tbaa_root(attribute)
            .or_else(|| self.tbaa_type(attribute))
            .or_else(|| self.tbaa_tag(attribute))?;
        self.metadata.attribute_nodes.insert(attribute, node);
        Some(node)
    }

    /// The node of a root: a tuple with its name, or with itself if it has no name.
    fn tbaa_root(&mut self, attribute: Attribute) -> Option<MdNode> {
        let [id] = attribute.declared(self.context, &TBAA_ROOT)? else { return None };
        Some(match id.as_attribute().and_then(|id| self.bytes(id)).map(<[u8]>::to_vec) {
            Some(name) => {
                let name = self.metadata_string(&name);
                self.tuple(vec![name])
            }
            None => self.self_referential_node(&[]),
        })
    }

    fn tbaa_type(&mut self, attribute: Attribute) -> Option<MdNode> {
        let context = self.context;
        let [id, members] = attribute.declared(context, &TBAA_TYPE_DESCRIPTOR)? else { return None };
        let mut operands = vec![self.metadata_string(context.bytes(id.as_string()?))];
        for member in members.as_list()? {
            let [ty, offset] = member.as_attribute()?.declared(context, &TBAA_MEMBER)? else { return None };
            operands.push(Metadata::Node(self.tbaa_node(ty.as_attribute()?)?));
            operands.push(self.metadata_integer(64, signed(offset)?));
        }
        Some(self.tuple(operands))
    }

    fn tbaa_tag(&mut self, attribute: Attribute) -> Option<MdNode> {
        let [base, access, offset, constant] = attribute.declared(self.context, &TBAA_TAG)? else {
            return None;
        };
        let mut operands = vec![
            Metadata::Node(self.tbaa_node(base.as_attribute()?)?),
            Metadata::Node(self.tbaa_node(access.as_attribute()?)?),
            self.metadata_integer(64, signed(offset)?),
        ];
        if *constant == Param::Bool(true) {
            operands.push(self.metadata_integer(64, 1));
        }
        Some(self.tuple(operands))
    }
}

fn signed(param: &Param) -> Option<i64> {
    match param {
        Param::Signed(value) => Some(*value),
        _ => None,
    }
}
