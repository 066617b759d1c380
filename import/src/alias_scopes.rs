//! Imports alias scopes and access groups: tuples become attributes. LangRef: `noalias` and `alias.scope` metadata,
//! `llvm.access.group` metadata.

use tern_dialect_llvm::attributes::{ACCESS_GROUP, ALIAS_SCOPE, ALIAS_SCOPE_DOMAIN};
use tern_llvm_ir::MdNode;
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::instruction::Instruction;
use tern_llvm_ir::metadata::Metadata;
use tern_mlir::Attribute;
use tern_mlir::declare::Param;

use crate::{Error, Importer, Result};

impl Importer<'_, '_> {
    /// The scopes listed in a tuple.
    pub(crate) fn alias_scopes(&mut self, node: MdNode) -> Result<Vec<Attribute>> {
        let mut scopes = Vec::new();
        for &scope in self.tuple(node).unwrap_or_default() {
            if let Some(scope) = self.operand_node(scope) {
                scopes.push(self.alias_scope(scope)?);
            }
        }
        Ok(scopes)
    }

    /// Whether an instruction declares a scope that no memory access is in. MLIR's own importer leaves these out.
    pub(crate) fn is_unused_scope(&self, inst: &Instruction) -> bool {
        let Instruction::Call(call) = inst else { return false };
        if !self.upstream() || self.options.unregistered_intrinsics {
            return false;
        }
        let name = self.called_intrinsic(call).and_then(|callee| self.ir.globals[callee].name);
        if name.is_none_or(|name| self.ir.strings.get(name) != b"llvm.experimental.noalias.scope.decl") {
            return false;
        }
        let argument = call.args.first().and_then(|argument| argument.constant());
        let scopes = match argument.map(|constant| self.ir.constants.kind(constant)) {
            Some(ConstantKind::Metadata(Metadata::Node(node))) => self.tuple(*node).unwrap_or_default(),
            _ => &[],
        };
        // The scopes of memory accesses were imported earlier and are cached.
        let is_known = |scope: &Metadata| {
            self.operand_node(*scope).is_some_and(|scope| self.attributes_of_nodes.contains_key(&scope))
        };
        !scopes.iter().all(is_known)
    }

    /// `!{id, domain}` or `!{id, domain, !"description"}`, where `id` is a string or the node itself.
    pub(crate) fn alias_scope(&mut self, node: MdNode) -> Result<Attribute> {
        if let Some(&known) = self.attributes_of_nodes.get(&node) {
            return Ok(known);
        }
        let Some(&[id, Metadata::Node(domain), ref description @ ..]) = self.tuple(node) else {
            return Err(self.scope_format("scope", node));
        };
        let (Some(id), Some(mut description)) = (self.scope_id(node, id), self.description(description))
        else {
            return Err(self.scope_format("scope", node));
        };
        // Upstream treats an empty name of a scope as absent, but not that of a domain.
        let empty = Attribute::string(self.context, "");
        if self.upstream() && description == Param::Attribute(empty) {
            description = Param::Absent;
        }
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
            // A scope named by a string is identified by its content, so it cannot be distinct.
            Metadata::String(_) if self.is_distinct(node) && !self.upstream() => None,
            Metadata::String(text) => Some(self.text_attribute(text)),
            Metadata::Node(own) if own == node => Some(self.identity(node)),
            _ => None,
        }
    }

    /// The optional description of a scope; `None` if it is malformed.
    fn description(&self, operands: &[Metadata]) -> Option<Param> {
        match *operands {
            [] => Some(Param::Absent),
            [Metadata::String(text), ref rest @ ..] if self.upstream() || rest.is_empty() => {
                Some(Param::Attribute(self.text_attribute(text)))
            }
            _ => None,
        }
    }

    fn scope_format(&self, what: &str, node: MdNode) -> Error {
        if !self.upstream() {
            return Error::nothing();
        }
        let message = format!("unsupported alias {what} node: {}", self.node_text(node));
        Error::at(self.module_location(), message)
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

    /// The access groups of a node; `None` if there is one that no memory access is in.
    pub(crate) fn known_access_groups(&self, node: MdNode) -> Option<Vec<Attribute>> {
        let operands = self.tuple(node)?;
        let groups: Option<Vec<MdNode>> = match operands {
            [] => Some(vec![node]),
            operands => operands.iter().map(|&group| self.operand_node(group)).collect(),
        };
        let groups = groups?.into_iter().map(|group| {
            let known = self.groups.contains(&group) && self.tuple(group) == Some(&[]);
            known.then(|| self.access_group(group))
        });
        groups.collect()
    }

    pub(crate) fn access_group(&self, node: MdNode) -> Attribute {
        Attribute::declare(self.context, &ACCESS_GROUP, [Param::Attribute(self.identity(node))])
    }

    fn group_format(&self, node: MdNode) -> Error {
        if !self.upstream() {
            return Error::nothing();
        }
        let message = format!("unsupported access group node: {}", self.node_text(node));
        Error::at(self.module_location(), message)
    }
}
