//! What MLIR's own importer does with the module and its globals.

use rustc_hash::FxHashSet;
use tern_llvm_ir::Global;
use tern_llvm_ir::globals::{Comdat, GlobalKind, GlobalValue};
use tern_mapping::instruction_metadata::{
    COMMAND_LINE, DEPENDENT_LIBRARIES, IDENT, LINKER_OPTIONS, MODULE_FLAGS,
};

use crate::builder::New;
use crate::{Importer, Tables};

impl<'c> Importer<'_, 'c> {
    /// The access groups that some instruction is in.
    pub(crate) fn find_access_groups(&mut self) {
        let module = self.ir;
        let mut groups = FxHashSet::default();
        for function in module.globals.values().filter_map(|global| global.as_function()) {
            for &(kind, node) in function.all_attachments() {
                if module.strings.get(kind) == b"llvm.access.group" {
                    groups.insert(node);
                    let parts = self.tuple(node).unwrap_or_default().iter();
                    groups.extend(parts.filter_map(|&part| self.operand_node(part)));
                }
            }
        }
        self.decisions().groups = groups;
    }

    /// Gives a global its location and the fields for its attachments, and counts the attachments that have no field.
    pub(crate) fn with_modelled_attachments(
        &mut self,
        mut new: New<'c>,
        global: Global,
        value: &GlobalValue,
    ) -> New<'c> {
        match value.as_function() {
            Some(_) => {
                new.state.location = self.function_location(&value.attachments);
                self.function_metadata(new, global, &value.attachments)
            }
            None => {
                new.state.location = self.module_location();
                self.global_debug_info(new, &value.attachments)
            }
        }
    }

    /// Counts the lists of named metadata that become no attribute or operation of the module.
    pub(crate) fn count_named_metadata(&mut self) {
        const MODELLED: [&str; 6] =
            [IDENT.1, COMMAND_LINE.1, DEPENDENT_LIBRARIES.1, LINKER_OPTIONS, MODULE_FLAGS, "llvm.dbg.cu"];
        for (name, _) in &self.ir.metadata.named {
            let name = self.ir.text(*name);
            if !MODELLED.contains(&&*name) {
                self.count_loss(&format!("named metadata {name}"));
            }
        }
    }
}

impl<'c> Tables<'_, 'c> {
    /// The comdats in the order in which variables and functions first use them.
    pub(crate) fn used_comdats(&self) -> Vec<Comdat> {
        let module = self.ir;
        let users = module.variables.iter().chain(&module.functions);
        let mut seen = FxHashSet::default();
        users.filter_map(|&user| module.globals[user].comdat).filter(|comdat| seen.insert(*comdat)).collect()
    }

    /// Variables, each followed by the globals that its initializer mentions.
    pub(crate) fn variables_and_mentioned(&self) -> Vec<Global> {
        let mut all = Vec::new();
        for &global in &self.ir.variables {
            all.push(global);
            if let GlobalKind::Variable(variable) = &self.ir.globals[global].kind
                && let Some(initializer) = variable.initializer
            {
                all.extend(self.named_globals(initializer));
            }
        }
        all
    }
}
