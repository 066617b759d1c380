//! Metadata of memory accesses as MLIR's own importer reads it: before everything else, and access groups only if some access is in them.

use tern_llvm_ir::MdNode;
use tern_mlir::Attribute;

use crate::{Importer, Result, Tables};

impl Importer<'_, '_> {
    /// Imports the metadata of memory accesses, so that its errors are reported first.
    pub(crate) fn check_metadata(&mut self) -> Result<()> {
        let module = self.ir;
        for &global in &module.functions {
            let Some(function) = module.globals[global].as_function() else { continue };
            for &inst in function.layout.iter().flat_map(|&block| function.block_insts(block)) {
                let attachments = function.inst_attachments(inst);
                if attachments.is_empty() {
                    continue;
                }
                if let Some(node) = self.attached(attachments, "llvm.access.group") {
                    self.access_groups(node)?;
                }
                if let Some(node) = self.attached(attachments, "tbaa") {
                    self.tbaa_tag(node)?;
                }
                for kind in ["alias.scope", "noalias"] {
                    if let Some(node) = self.attached(attachments, kind) {
                        self.alias_scopes(node)?;
                    }
                }
            }
        }
        let imported = std::mem::take(&mut self.nodes.attributes);
        self.decisions().access_metadata = imported;
        Ok(())
    }

    /// The attribute of metadata of memory accesses that has been imported.
    pub(crate) fn known_access_metadata(&self, node: MdNode) -> Option<Attribute> {
        self.nodes.attributes.get(&node).or_else(|| self.decided.access_metadata.get(&node)).copied()
    }

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
}

impl Tables<'_, '_> {
    /// The access groups of a node; `None` if there is one that no memory access is in.
    pub(crate) fn known_access_groups(&self, node: MdNode) -> Option<Vec<Attribute>> {
        let operands = self.tuple(node)?;
        let groups: Option<Vec<MdNode>> = match operands {
            [] => Some(vec![node]),
            operands => operands.iter().map(|&group| self.operand_node(group)).collect(),
        };
        let groups = groups?.into_iter().map(|group| {
            let known = self.decided.groups.contains(&group) && self.tuple(group) == Some(&[]);
            known.then(|| self.access_group(group))
        });
        groups.collect()
    }
}
