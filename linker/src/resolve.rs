//! Decides which globals of a module are linked: compares linkages and comdats with those of the target. Source: LLVM, `LinkModules.cpp`.

use tern_llvm_ir::globals::{DllStorage, GlobalKind, Variable};
use tern_llvm_ir::{Global, GlobalValue, Linkage, Module};

use crate::LinkError;
use crate::linkage::{
    comdat_of, is_declaration, is_link_once, is_local, is_weak, is_weak_for_linker, joint_unnamed_addr,
    joint_visibility, set_linkage, set_visibility, size_of,
};
use crate::mover::{From, Mover};

/// What the choice between two globals of one name depends on.
#[derive(Clone, Copy)]
struct Side {
    linkage: Linkage,
    declaration: bool,
    dll_import: bool,
    size: u64,
}

impl Side {
    fn of(module: &Module, global: Global) -> Self {
        let value = &module.globals[global];
        let size = match value.linkage {
            Linkage::Common => size_of(module, global),
            _ => 0,
        };
        Self {
            linkage: value.linkage,
            declaration: is_declaration(value),
            dll_import: value.dll_storage == DllStorage::Import,
            size,
        }
    }

    fn is_declared_for_linker(self) -> bool {
        self.declaration || self.linkage == Linkage::AvailableExternally
    }

    /// Whether this one of the source takes the place of that of the target; `None` if both are definitions.
    fn wins_over(self, target: Self) -> Option<bool> {
        if Linkage::Appending == self.linkage || Linkage::Appending == target.linkage {
            return Some(true);
        }
        if self.is_declared_for_linker() {
            return Some(if self.dll_import {
                target.is_declared_for_linker()
            } else {
                target.linkage == Linkage::ExternWeak || (!self.declaration && target.declaration)
            });
        }
        if target.is_declared_for_linker() {
            return Some(true);
        }
        let replaceable = is_link_once(target.linkage) || is_weak(target.linkage);
        if self.linkage == Linkage::Common {
            return Some(replaceable || (target.linkage == Linkage::Common && self.size > target.size));
        }
        if is_weak_for_linker(self.linkage) {
            return Some(is_link_once(target.linkage) && is_weak(self.linkage));
        }
        is_weak_for_linker(target.linkage).then_some(true)
    }
}

impl Mover<'_> {
    /// Finds the globals that are wanted.
    pub(crate) fn resolve(&mut self) -> Result<(), LinkError> {
        self.choose_comdats()?;
        let globals: Vec<Global> = self.source.listed_globals().collect();
        for &global in &globals {
            if is_link_once(self.source.globals[global].linkage)
                && let Some(comdat) = comdat_of(&self.source, global)
            {
                self.lazy_members.entry(comdat).or_default().push(global);
            }
        }
        let mut clones = Vec::new();
        for &global in &globals {
            self.link_if_needed(global, &mut clones)?;
        }
        for (in_source, global) in clones {
            self.keep_as_private(in_source, global)?;
        }
        let mut index = 0;
        while index < self.worklist.len() {
            for member in self.lazy_members_with(self.worklist[index]) {
                if self.takes_source(member)? {
                    self.want(member);
                }
            }
            index += 1;
        }
        for global in self.worklist.clone() {
            self.note_linked(global);
        }
        Ok(())
    }

    fn lazy_members_with(&self, global: Global) -> Vec<Global> {
        let members = comdat_of(&self.source, global).and_then(|comdat| self.lazy_members.get(&comdat));
        members.cloned().unwrap_or_default()
    }

    fn note_linked(&mut self, global: Global) {
        if self.linked.is_some()
            && let Some(name) = self.source.globals[global].name
        {
            let name = self.map_string(name);
            self.linked.iter_mut().for_each(|linked| {
                linked.insert(name);
            });
        }
    }

    /// Adds a global that is referred to, if it is one of those that are linked only then. Returns whether it is.
    pub(crate) fn add_lazily(&mut self, global: Global) -> bool {
        let linkage = self.source.globals[global].linkage;
        if !is_link_once(linkage) && linkage != Linkage::AvailableExternally && !self.only_needed {
            return false;
        }
        self.note_linked(global);
        self.want(global);
        for member in self.lazy_members_with(global) {
            match self.takes_source(member) {
                Ok(true) => {
                    self.note_linked(member);
                    self.want(member);
                }
                Ok(false) => {}
                Err(error) => {
                    self.fail(error.0);
                    break;
                }
            }
        }
        true
    }

    /// Whether a global of the source takes the place of the one of the target, if there is one.
    fn takes_source(&self, global: Global) -> Result<bool, LinkError> {
        let Some(known) = self.named_like(global) else { return Ok(true) };
        if self.over {
            return Ok(true);
        }
        let choice = Side::of(&self.source, global).wins_over(Side::of(self.target(), known));
        choice.ok_or_else(|| {
            let name =
                self.source.globals[global].name.map(|name| self.source.text(name)).unwrap_or_default();
            LinkError(format!("Linking globals named '{name}': symbol multiply defined!"))
        })
    }

    fn link_if_needed(&mut self, global: Global, clones: &mut Vec<(bool, Global)>) -> Result<(), LinkError> {
        let known = self.named_like(global);
        let linkage = self.source.globals[global].linkage;
        if self.only_needed
            && linkage != Linkage::Appending
            && !known.is_some_and(|known| is_declaration(&self.target().globals[known]))
        {
            return Ok(());
        }
        if let Some(known) = known.filter(|_| linkage != Linkage::Appending) {
            agree(&mut self.linker.module.globals[known], &mut self.source.globals[global]);
        }
        let on_demand = is_local(linkage) || is_link_once(linkage) || linkage == Linkage::AvailableExternally;
        if (known.is_none() && !self.over && on_demand) || is_declaration(&self.source.globals[global]) {
            return Ok(());
        }
        let from = comdat_of(&self.source, global).and_then(|comdat| self.chosen.get(&comdat).copied());
        if from == Some(From::Target) {
            return Ok(());
        }
        let takes_source = self.takes_source(global)?;
        if let Some(known) = known.filter(|_| from == Some(From::Both)) {
            clones.push(if takes_source { (false, known) } else { (true, global) });
        }
        if takes_source {
            self.want(global);
        }
        Ok(())
    }

    /// Keeps the contents of a variable in a comdat of kind `nodeduplicate` that another takes the place of: others may rely on them.
    fn keep_as_private(&mut self, in_source: bool, global: Global) -> Result<(), LinkError> {
        let module = if in_source { &mut self.source } else { &mut self.linker.module };
        let mut value = module.globals[global].clone();
        if !matches!(value.kind, GlobalKind::Variable(Variable { .. })) {
            let name = value.name.map(|name| module.text(name)).unwrap_or_default();
            return Err(LinkError(format!(
                "linking '{name}': non-variables in comdat nodeduplicate are not handled"
            )));
        }
        value.name = None;
        value.attachments.clear();
        set_linkage(&mut value, Linkage::Private);
        let new = module.add_global(value);
        if in_source {
            self.want(new);
        }
        Ok(())
    }
}

/// Gives two globals of one name the properties that they must have in common.
fn agree(known: &mut GlobalValue, value: &mut GlobalValue) {
    let declared = is_declaration(known) && is_declaration(value);
    if let (GlobalKind::Variable(first), GlobalKind::Variable(second)) = (&mut known.kind, &mut value.kind) {
        if declared && !(first.constant && second.constant) {
            (first.constant, second.constant) = (false, false);
        }
        if (known.linkage, value.linkage) == (Linkage::Common, Linkage::Common) {
            let alignment = known.alignment.max(value.alignment);
            (known.alignment, value.alignment) = (alignment, alignment);
        }
    }
    if is_local(value.linkage) {
        return;
    }
    let visibility = joint_visibility(known.visibility, value.visibility);
    let unnamed_addr = joint_unnamed_addr(known.unnamed_addr, value.unnamed_addr);
    for value in [known, value] {
        set_visibility(value, visibility);
        value.unnamed_addr = unnamed_addr;
    }
}
