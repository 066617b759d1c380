//! Chooses between comdats of one name. Source: LangRef, Comdats; LLVM, `LinkModules.cpp`.

use rustc_hash::FxHashSet;
use tern_llvm_ir::globals::{Comdat, ComdatKind, GlobalKind};
use tern_llvm_ir::{Global, Linkage, Module};

use crate::LinkError;
use crate::linkage::{base_object, comdat_of, declare_instead, set_linkage, size_of};
use crate::mover::{Context, From, Mover};

/// The kind of two comdats together, if they go together.
fn joint_kind(source: ComdatKind, target: ComdatKind) -> Option<ComdatKind> {
    use ComdatKind::{Any, Largest};
    match (source, target) {
        (Any, Any) => Some(Any),
        (Any | Largest, Any | Largest) => Some(Largest),
        (a, b) => (a == b).then_some(a),
    }
}

fn named(module: &Module, name: &[u8], global: Option<Global>) -> Result<Global, LinkError> {
    let about =
        |what: &str| LinkError(format!("Linking COMDATs named '{}': {what}", String::from_utf8_lossy(name)));
    let mut global = global;
    if let Some(alias) = global
        && let GlobalKind::Alias(aliasee) = module.globals[alias].kind
    {
        let base = base_object(module, aliasee);
        global = Some(base.ok_or_else(|| about("COMDAT key involves incomputable alias size."))?);
    }
    let is_variable = |global: &Global| matches!(module.globals[*global].kind, GlobalKind::Variable(_));
    global.filter(is_variable).ok_or_else(|| about("GlobalVariable required for data dependent selection!"))
}

impl Mover<'_> {
    /// Decides for each comdat of the source whether it or that of the target is taken.
    pub(crate) fn choose_comdats(&mut self) -> Result<(), LinkError> {
        let mut replaced = FxHashSet::default();
        let mut left = FxHashSet::default();
        for comdat in self.source.comdats.keys() {
            let name = self.source.comdats[comdat].name;
            let name = self.map_string(name);
            let known = self.linker.comdats.get(&name).copied();
            let from = match known {
                None => From::Source,
                Some(known) => self.choose(comdat, known)?,
            };
            self.chosen.insert(comdat, from);
            match (from, known) {
                (From::Target, _) => {
                    left.insert(comdat);
                }
                (From::Source, Some(known)) => {
                    replaced.insert(known);
                }
                _ => {}
            }
        }
        if !replaced.is_empty() {
            self.linker.drop_comdats(&replaced);
        }
        if !left.is_empty() {
            self.keep_private_members(&left);
        }
        Ok(())
    }

    fn choose(&mut self, comdat: Comdat, known: Comdat) -> Result<From, LinkError> {
        let (source, target) = (&self.source, &self.linker.module);
        let name = source.strings.get(source.comdats[comdat].name).to_vec();
        let about = |what: &str| {
            LinkError(format!("Linking COMDATs named '{}': {what}", String::from_utf8_lossy(&name)))
        };
        let kind = joint_kind(source.comdats[comdat].kind, target.comdats[known].kind);
        let kind = kind.ok_or_else(|| about("invalid selection kinds!"))?;
        match kind {
            ComdatKind::Any => return Ok(From::Target),
            ComdatKind::NoDeduplicate => return Ok(From::Both),
            ComdatKind::ExactMatch | ComdatKind::Largest | ComdatKind::SameSize => {}
        }
        let of_target = target.strings.find(&name).and_then(|name| self.linker.symbols.get(name));
        let of_target = named(target, &name, of_target)?;
        let of_source = named(source, &name, source.global(&name))?;
        let sizes = (size_of(source, of_source), size_of(target, of_target));
        match kind {
            ComdatKind::ExactMatch => {
                if self.have_same_contents(of_source, of_target) {
                    return Ok(From::Target);
                }
                Err(about("ExactMatch violated!"))
            }
            ComdatKind::Largest if sizes.0 > sizes.1 => Ok(From::Source),
            ComdatKind::SameSize if sizes.0 != sizes.1 => Err(about("SameSize violated!")),
            _ => Ok(From::Target),
        }
    }

    /// Whether two variables have the same initializer. One that refers to globals differs, since those are of two modules.
    fn have_same_contents(&mut self, source: Global, target: Global) -> bool {
        let initializer = |module: &Module, global: Global| match &module.globals[global].kind {
            GlobalKind::Variable(variable) => variable.initializer,
            _ => None,
        };
        match (initializer(&self.source, source), initializer(&self.linker.module, target)) {
            (None, None) => true,
            (Some(source), Some(target)) => {
                let mut open = vec![source];
                let mut seen = FxHashSet::default();
                while let Some(constant) = open.pop() {
                    if !seen.insert(constant) {
                        continue;
                    }
                    let kind = self.source.constants.kind(constant);
                    if kind.global().is_some() {
                        return false;
                    }
                    kind.for_each_operand(|operand| open.push(operand));
                }
                self.map_constant(source, Context::Value) == Some(target)
            }
            _ => false,
        }
    }

    /// Private members of comdats of which the one of the target is taken may be referred to from elsewhere; they come along without it.
    fn keep_private_members(&mut self, left: &FxHashSet<Comdat>) {
        let aliased: FxHashSet<Global> = self
            .source
            .aliases
            .iter()
            .filter_map(|&alias| match self.source.globals[alias].kind {
                GlobalKind::Alias(aliasee) => base_object(&self.source, aliasee),
                _ => None,
            })
            .collect();
        for (global, value) in &mut self.source.globals {
            if value.linkage == Linkage::Private
                && value.comdat.is_some_and(|comdat| left.contains(&comdat))
                && !aliased.contains(&global)
            {
                set_linkage(value, Linkage::AvailableExternally);
                value.comdat = None;
            }
        }
    }
}

impl crate::Linker {
    /// Removes the members of comdats that others take the place of; those that are used become declarations.
    fn drop_comdats(&mut self, replaced: &FxHashSet<Comdat>) {
        for list in
            [self.module.aliases.clone(), self.module.variables.clone(), self.module.functions.clone()]
        {
            let is_member = |&global: &Global| {
                comdat_of(&self.module, global).is_some_and(|comdat| replaced.contains(&comdat))
            };
            let members: Vec<Global> = list.into_iter().filter(is_member).collect();
            if members.is_empty() {
                continue;
            }
            let used = self.module.used_globals();
            let mut removed = FxHashSet::default();
            for global in members {
                if !used.contains(&global) {
                    removed.insert(global);
                    if let Some(name) = self.module.globals[global].name {
                        self.symbols.release(name);
                    }
                    continue;
                }
                self.make_declaration(global);
            }
            self.settle(&removed);
        }
    }

    fn make_declaration(&mut self, global: Global) {
        let module = &mut self.module;
        let value = &mut module.globals[global];
        match &mut value.kind {
            GlobalKind::Variable(variable) => variable.initializer = None,
            GlobalKind::Function(function) => {
                function.take_definition();
                (function.personality, function.prefix, function.prologue) = (None, None, None);
                set_linkage(value, Linkage::External);
            }
            GlobalKind::Alias(_) | GlobalKind::IFunc(_) => declare_instead(module, global),
        }
    }
}
