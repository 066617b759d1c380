//! Drops or replaces properties of globals, and of the module, that a version of LLVM does not have.

use super::Downgrade;
use super::losses::problem;
use crate::datalayout::DataLayout;
use crate::globals::{ComdatKind, Global, GlobalKind, Sanitizer, calling_convention_since};
use crate::module::Module;

impl Downgrade {
    pub(super) fn globals(&mut self, module: &mut Module) {
        for global in module.listed_globals().collect::<Vec<_>>() {
            self.global(module, global);
        }
        for comdat in module.comdats.values() {
            if comdat.kind == ComdatKind::NoDeduplicate && self.lacks(13) {
                self.losses.hint("comdat `nodeduplicate`, written as `noduplicates`");
            }
        }
        self.losses.at = None;
        self.data_layout(module);
        if !module.module_asm_targets.is_empty() && self.lacks(23) {
            module.module_asm_targets.clear();
            self.losses.meaning("processors of `module asm`");
        }
    }

    fn global(&mut self, module: &mut Module, global: Global) {
        self.losses.at = Some((global, None));
        let value = &mut module.globals[global];
        if value.dso_local && self.lacks(6) {
            value.dso_local = false;
            self.losses.hint("`dso_local`");
        }
        if value.partition.is_some() && self.lacks(9) {
            value.partition = None;
            self.losses.hint("`partition` of a global");
        }
        if let GlobalKind::Variable(variable) = &mut value.kind {
            if variable.code_model.is_some() && self.lacks(18) {
                variable.code_model = None;
                self.losses.hint("`code_model` of a variable");
            }
            if !variable.sanitizers.is_empty() && self.lacks(15) {
                for sanitizer in std::mem::take(&mut variable.sanitizers) {
                    self.losses.hint(format!("`{}` of a variable", Sanitizer::spelling(sanitizer)));
                }
            }
        }
        if matches!(value.kind, GlobalKind::IFunc(_)) && !value.attachments.is_empty() && self.lacks(22) {
            let count = std::mem::take(&mut value.attachments).len();
            self.losses.count("metadata of an ifunc", count as u64, false);
        }
        if matches!(value.kind, GlobalKind::Function(_)) && value.address_space != 0 && self.lacks(8) {
            let message = format!("LLVM {} has no address spaces of functions", self.version);
            self.problems.push(problem(module, Some(global), None, message));
        }
        let list = module.globals[global].as_function().map(|function| function.attributes);
        if let Some(list) = list {
            let list = self.attribute_list(module, list);
            let convention = match module.globals[global].as_function_mut() {
                Some(function) => {
                    function.attributes = list;
                    function.calling_convention
                }
                None => 0,
            };
            self.convention(convention);
        }
        if self.lacks(9)
            && module.globals[global].as_function().is_some_and(|function| function.is_declaration())
        {
            let dbg = module.strings.find(b"dbg");
            let attachments = &mut module.globals[global].attachments;
            let before = attachments.len();
            attachments.retain(|(kind, _)| Some(*kind) != dbg);
            self.losses.count("subprogram of a declaration", (before - attachments.len()) as u64, false);
        }
    }

    /// Calling conventions without a name in the version are written as numbers.
    pub(super) fn convention(&mut self, number: u32) {
        if self.version < calling_convention_since(number) {
            self.losses.hint(format!("the name of the calling convention {number}, written as a number"));
        }
    }

    /// Leaves out of the data layout what the version does not read.
    fn data_layout(&mut self, module: &mut Module) {
        let Some(layout) = module.data_layout else { return };
        let text = module.text(layout).into_owned();
        let is_newer = |part: &str| match part.as_bytes() {
            [b'p', b'z' | b'o', ..] | b"ve" => self.lacks(23),
            [b'p', b'e' | b'u', ..] => self.lacks(22),
            [b'G', ..] => self.lacks(12),
            [b'F', ..] => self.lacks(9),
            [b'P', ..] => self.lacks(7),
            b"m:l" => self.lacks(14),
            b"m:a" => self.lacks(11),
            _ => false,
        };
        let (dropped, kept): (Vec<&str>, Vec<&str>) = text.split('-').partition(|part| is_newer(part));
        for part in &dropped {
            self.losses.hint(format!("`{part}` of the data layout"));
        }
        if !dropped.is_empty() {
            module.data_layout = Some(module.strings.intern(kept.join("-").as_bytes()));
        }
        self.layout = DataLayout::parse(&text);
    }
}
