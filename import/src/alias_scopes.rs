//! Imports alias scopes and access groups: tuples become attributes. LangRef: `noalias` and `alias.scope` metadata,
//! `llvm.access.group` metadata.

use tern_dialect_llvm::attributes::{ACCESS_GROUP, ALIAS_SCOPE, ALIAS_SCOPE_DOMAIN};
use tern_llvm_ir::MdNode;
use tern_llvm_ir::metadata::Metadata;
use tern_mlir::Attribute;
use tern_mlir::declare::Param;

use crate::{Error, Importer, Result, Tables};

impl Importer<'_, '_> {
    /// `!{id, domain}` or `!{id, domain, !"description"}`, where `id` is a string or the node itself.
    pub(crate) fn alias_scope(&mut self, node: MdNode) -> Result<Attribute> {
        if let Some(known) = self.known_access_metadata(node) {
            return Ok(known);
        }
        let Some(&[id, Metadata::Node(domain), ref description @ ..]) = self.tuple(node) else {
            return Err(self.scope_format("scope", node));
        };
        let (Some(id), Some(mut description)) = (self.scope_id(node, id), self.description(description))
        else {
            return Err(self.scope_format("scope", node));
        };
        // MLIR's own importer treats an empty name of a scope as absent, but not that of a domain.
        let empty = Attribute::string(self.context, "");
        if !self.policy.exact && description == Param::Attribute(empty) {
            description = Param::Absent;
        }
        let domain = self.alias_domain(domain)?;
        let params = [Param::Attribute(id), Param::Attribute(domain), description];
        let scope = Attribute::declare(self.context, &ALIAS_SCOPE, params);
        self.nodes.attributes.insert(node, scope);
        Ok(scope)
    }

    pub(crate) fn alias_domain(&mut self, node: MdNode) -> Result<Attribute> {
        if let Some(known) = self.known_access_metadata(node) {
            return Ok(known);
        }
        let parts = match self.tuple(node) {
            Some(&[id, ref description @ ..]) => self.scope_id(node, id).zip(self.description(description)),
            _ => None,
        };
        let Some((id, description)) = parts else { return Err(self.scope_format("domain", node)) };
        let domain =
            Attribute::declare(self.context, &ALIAS_SCOPE_DOMAIN, [Param::Attribute(id), description]);
        self.nodes.attributes.insert(node, domain);
        Ok(domain)
    }

    /// The access groups of a node: the node itself if it is empty, else those listed in the tuple.
    pub(crate) fn access_groups(&mut self, node: MdNode) -> Result<Vec<Attribute>> {
        let operands = self.tuple(node).unwrap_or_default();
        let groups: Option<Vec<MdNode>> = match operands {
            [] => Some(vec![node]),
            operands => operands.iter().map(|&group| self.operand_node(group)).collect(),
        };
        let location = self.module_location();
        let Some(groups) = groups else {
            self.warn(location, "expected access group operands to be metadata nodes");
            return Err(self.group_format(node));
        };
        for &group in &groups {
            if !self.is_distinct(group) || self.tuple(group) != Some(&[]) {
                self.warn(location, "expected an access group node to be empty and distinct");
                return Err(self.group_format(node));
            }
        }
        Ok(groups.into_iter().map(|group| self.access_group(group)).collect())
    }
}

impl Tables<'_, '_> {
    fn scope_id(&self, node: MdNode, id: Metadata) -> Option<Attribute> {
        match id {
            Metadata::String(text) => Some(self.text_attribute(text)),
            Metadata::Node(own) if own == node => Some(self.identity(node)),
            _ => None,
        }
    }

    /// The optional description of a scope; `None` if it is malformed.
    fn description(&self, operands: &[Metadata]) -> Option<Param> {
        match *operands {
            [] => Some(Param::Absent),
            [Metadata::String(text), ref rest @ ..] if rest.is_empty() || !self.policy.exact => {
                Some(Param::Attribute(self.text_attribute(text)))
            }
            _ => None,
        }
    }

    fn scope_format(&self, what: &str, node: MdNode) -> Error {
        self.unrepresentable(|importer| {
            let message = format!("unsupported alias {what} node: {}", importer.node_text(node));
            Error::at(importer.module_location(), message)
        })
    }

    /// The domain of a scope.
    pub(crate) fn scope_domain(&self, scope: MdNode) -> Option<MdNode> {
        match self.tuple(scope)? {
            [_, Metadata::Node(domain), ..] => Some(*domain),
            _ => None,
        }
    }

    /// Whether the attribute of a scope or domain holds its identity. If that is a string, the node is identified by its content, so it
    /// cannot be distinct.
    pub(crate) fn has_exact_identity(&self, node: MdNode) -> bool {
        !self.is_distinct(node) || !matches!(self.tuple(node), Some([Metadata::String(_), ..]))
    }

    pub(crate) fn access_group(&self, node: MdNode) -> Attribute {
        Attribute::declare(self.context, &ACCESS_GROUP, [Param::Attribute(self.identity(node))])
    }

    fn group_format(&self, node: MdNode) -> Error {
        self.unrepresentable(|importer| {
            let message = format!("unsupported access group node: {}", importer.node_text(node));
            Error::at(importer.module_location(), message)
        })
    }
}
