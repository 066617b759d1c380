//! Alias scopes and access groups. LangRef: `noalias` and `alias.scope` metadata, `llvm.access.group` metadata.

use tern_dialect::Attribute;
use tern_dialect::declare::Param;
use tern_dialect::llvm::attributes::{ACCESS_GROUP, ALIAS_SCOPE, ALIAS_SCOPE_DOMAIN};
use tern_ir::MdNode;
use tern_ir::metadata::Metadata;

use crate::{Error, Importer, Result};

impl Importer<'_, '_> {
    /// The scopes in a tuple of them.
    pub(crate) fn alias_scopes(&mut self, node: MdNode) -> Result<Vec<Attribute>> {
        let Some(scopes) = self.tuple(node) else { return Err(self.scope_format("scope", node)) };
        scopes
            .iter()
            .map(|&scope| match scope {
                Metadata::Node(scope) => self.alias_scope(scope),
                _ => Err(self.scope_format("scope", node)),
            })
            .collect()
    }

    /// `!{id, domain}` or `!{id, domain, !"description"}`, where the identity is a text or the node itself.
    pub(crate) fn alias_scope(&mut self, node: MdNode) -> Result<Attribute> {
        if let Some(&known) = self.attributes_of_nodes.get(&node) {
            return Ok(known);
        }
        let Some(&[id, Metadata::Node(domain), ref description @ ..]) = self.tuple(node) else {
            return Err(self.scope_format("scope", node));
        };
        let (Some(id), Some(description)) = (self.scope_id(node, id), self.description(description)) else {
            return Err(self.scope_format("scope", node));
        };
        let domain = match self.upstream() {
            true => self.alias_domain(domain)?,
            false => self
                .exact_node(domain, &ALIAS_SCOPE_DOMAIN)
                .ok_or_else(|| self.scope_format("domain", domain))?,
        };
        let params = [Param::Attribute(id), Param::Attribute(domain), description];
        let scope = Attribute::declare(self.context, &ALIAS_SCOPE, params);
        self.attributes_of_nodes.insert(node, scope);
        Ok(scope)
    }

    pub(crate) fn alias_domain(&mut self, node: MdNode) -> Result<Attribute> {
        if let Some(&known) = self.attributes_of_nodes.get(&node) {
            return Ok(known);
        }
        let parts = match self.tuple(node) {
            Some(&[id, ref description @ ..]) => self.scope_id(node, id).zip(self.description(description)),
            _ => None,
        };
        let Some((id, description)) = parts else { return Err(self.scope_format("domain", node)) };
        let domain =
            Attribute::declare(self.context, &ALIAS_SCOPE_DOMAIN, [Param::Attribute(id), description]);
        self.attributes_of_nodes.insert(node, domain);
        Ok(domain)
    }

    fn scope_id(&self, node: MdNode, id: Metadata) -> Option<Attribute> {
        match id {
            // A scope with a name is its content.
            Metadata::String(_) if self.is_distinct(node) && !self.upstream() => None,
            Metadata::String(text) => Some(self.text_attribute(text)),
            Metadata::Node(own) if own == node => Some(self.identity(node)),
            _ => None,
        }
    }

    /// `None` where it is malformed.
    fn description(&self, operands: &[Metadata]) -> Option<Param> {
        match *operands {
            [] => Some(Param::Absent),
            [Metadata::String(text)] => Some(Param::Attribute(self.text_attribute(text))),
            _ => None,
        }
    }

    fn scope_format(&self, what: &str, node: MdNode) -> Error {
        Error::new(format!("unsupported alias {what} node: {}", self.node_text(node)))
    }

    /// The access groups of a node: itself, where it is distinct and empty, or those in a tuple.
    pub(crate) fn access_groups(&mut self, node: MdNode) -> Result<Vec<Attribute>> {
        let Some(operands) = self.tuple(node) else { return Err(self.group_format(node)) };
        if operands.is_empty() {
            return match self.is_distinct(node) {
                true => Ok(vec![self.access_group(node)]),
                false => Err(self.group_format(node)),
            };
        }
        operands
            .iter()
            .map(|&group| match group {
                Metadata::Node(group) if self.is_distinct(group) && self.tuple(group) == Some(&[]) => {
                    Ok(self.access_group(group))
                }
                _ => Err(self.group_format(node)),
            })
            .collect()
    }

    pub(crate) fn access_group(&self, node: MdNode) -> Attribute {
        Attribute::declare(self.context, &ACCESS_GROUP, [Param::Attribute(self.identity(node))])
    }

    fn group_format(&self, node: MdNode) -> Error {
        Error::new(format!("unsupported access group node: {}", self.node_text(node)))
    }
}
