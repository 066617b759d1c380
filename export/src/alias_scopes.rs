//! Exports alias scopes and access groups: attributes become tuples. LangRef: `noalias` and `alias.scope` metadata,
//! `llvm.access.group` metadata.

use tern_dialect_llvm::attributes::{ACCESS_GROUP, ALIAS_SCOPE, ALIAS_SCOPE_DOMAIN};
use tern_llvm_ir::MdNode;
use tern_llvm_ir::metadata::{MdNodeKind, Metadata};
use tern_mlir::declare::Param;

use crate::Exporter;
use crate::mlir::Attribute;

impl Exporter<'_> {
    /// The node of a scope or a domain.
    pub(crate) fn alias_scope_node(&mut self, attribute: Attribute) -> Option<MdNode> {
        if let Some(&node) = self.metadata.attribute_nodes.get(&attribute) {
            return Some(node);
        }
        let context = self.context;
        let node = if let Some([id, domain, description]) = attribute.declared(context, &ALIAS_SCOPE) {
            let domain = self.alias_scope_node(domain.as_attribute()?)?;
            self.identified(id, Some(Metadata::Node(domain)), description)
        } else {
            let [id, description] = attribute.declared(context, &ALIAS_SCOPE_DOMAIN)? else { return None };
            self.identified(id, None, description)
        };
        self.metadata.attribute_nodes.insert(attribute, node);
        Some(node)
    }

    /// A node that begins with its name, or with a reference to itself if its identity is not a string.
    fn identified(&mut self, id: &Param, domain: Option<Metadata>, description: &Param) -> MdNode {
        let text = |exporter: &mut Self, param: &Param| {
            let text = param.as_attribute().and_then(|text| exporter.bytes(text)).map(<[u8]>::to_vec)?;
            Some(exporter.metadata_string(&text))
        };
        let rest: Vec<Metadata> = domain.into_iter().chain(text(self, description)).collect();
        match text(self, id) {
            Some(name) => self.tuple(std::iter::once(name).chain(rest).collect()),
            None => self.self_referential_node(&rest),
        }
    }

    /// A tuple of scopes.
    pub(crate) fn alias_scopes_node(&mut self, scopes: &[Attribute]) -> Option<MdNode> {
        let scopes = scopes.iter().map(|&scope| self.alias_scope_node(scope).map(Metadata::Node));
        let scopes = scopes.collect::<Option<_>>()?;
        Some(self.tuple(scopes))
    }

    /// The node of an access group: a distinct empty tuple.
    pub(crate) fn access_group_node(&mut self, attribute: Attribute) -> Option<MdNode> {
        if let Some(&node) = self.metadata.attribute_nodes.get(&attribute) {
            return Some(node);
        }
        attribute.declared(self.context, &ACCESS_GROUP)?;
        let node = self.distinct_node(MdNodeKind::Tuple(Box::default()));
        self.metadata.attribute_nodes.insert(attribute, node);
        Some(node)
    }

    /// A single access group, or a tuple of several.
    pub(crate) fn access_groups_node(&mut self, groups: &[Attribute]) -> Option<MdNode> {
        if let &[group] = groups {
            return self.access_group_node(group);
        }
        let groups = groups.iter().map(|&group| self.access_group_node(group).map(Metadata::Node));
        let groups = groups.collect::<Option<_>>()?;
        Some(self.tuple(groups))
    }
}
