//! Changes of the properties of globals.

use tern_llvm_ir::globals::{
    Comdat, ComdatData, ComdatKind, DllStorage, Global, Linkage, TlsModel, UnnamedAddr, Visibility,
};
use tern_llvm_ir::instruction::Alignment;
use tern_llvm_ir::{Constant, ConstantKind, GlobalKind, Type, TypeKind};

use super::Mutation;

/// Names that make a global special.
const NAMES: &[&str] = &[
    "llvm.used",
    "llvm.compiler.used",
    "llvm.global_ctors",
    "llvm.global_dtors",
    "llvm.metadata",
    "llvm.unknown",
    "llvm.memcpy.p0.p0.i64",
    "llvm.donothing",
    "llvm.embedded.module",
    "llvm.amdgcn.abi.version",
];

impl Mutation<'_> {
    fn some_global(&mut self) -> Option<Global> {
        let all: Vec<Global> = self.module.listed_globals().collect();
        self.one(&all)
    }

    fn some_comdat(&mut self) -> Comdat {
        let all: Vec<Comdat> = self.module.comdats.keys().collect();
        match self.one(&all) {
            Some(comdat) => comdat,
            None => {
                let kind = *self.choices.pick(ComdatKind::ALL);
                let name = self.text("a comdat");
                self.module.comdats.push(ComdatData { name, kind })
            }
        }
    }

    pub(super) fn global_property(&mut self) -> Option<()> {
        let global = self.some_global()?;
        let comdat = self.choices.chance(80).then(|| self.some_comdat());
        let section = self.text("a section");
        let name = *self.choices.pick(NAMES);
        let name = self.text(name);
        let is_taken = self.module.globals.values().any(|value| value.name == Some(name));
        let choices = &mut *self.choices;
        let value = &mut self.module.globals[global];
        match choices.weighted(&[30, 15, 10, 10, 10, 5, 15, 5, 10, 5, 5, 5]) {
            0 => value.linkage = *choices.pick(Linkage::ALL),
            1 => value.visibility = *choices.pick(Visibility::ALL),
            2 => value.dll_storage = *choices.pick(DllStorage::ALL),
            3 if !value.implies_dso_local() => value.dso_local = !value.dso_local,
            4 => value.tls = choices.chance(80).then(|| *choices.pick(TlsModel::ALL)),
            5 => value.unnamed_addr = *choices.pick(UnnamedAddr::ALL),
            6 => value.comdat = comdat,
            7 => value.section = choices.chance(70).then_some(section),
            // Others have no text for it.
            8 if matches!(value.kind, GlobalKind::Function(_) | GlobalKind::Variable(_)) => {
                value.alignment = Alignment::new(1 << choices.below(35))?;
            }
            9 => value.partition = choices.chance(70).then_some(section),
            10 if !is_taken => value.name = Some(name),
            _ => match &mut value.kind {
                GlobalKind::Variable(variable) if choices.chance(50) => {
                    variable.constant = !variable.constant
                }
                GlobalKind::Variable(variable) => {
                    variable.externally_initialized = !variable.externally_initialized;
                }
                _ => return None,
            },
        }
        // LLVM's own setters do that.
        value.dso_local |= value.implies_dso_local();
        Some(())
    }

    /// Changes the personality, the collector, the prefix or the prologue of a function.
    pub(super) fn function_property(&mut self) -> Option<()> {
        let all: Vec<Global> = self.module.functions().map(|(global, ..)| global).collect();
        let global = self.one(&all)?;
        let other = self.some_global()?;
        let constant = match self.choices.chance(60) {
            true => self.module.address_of(other),
            false => {
                let ty = self.value_type();
                self.constant_of(ty)
            }
        };
        let constant = self.choices.chance(70).then_some(constant);
        let collector = self.choices.chance(70).then(|| self.text("statepoint-example"));
        let how = self.choices.weighted(&[50, 20, 15, 15]);
        let function = self.function_mut(global);
        match how {
            0 => function.personality = constant,
            1 => function.gc = collector,
            2 => function.prefix = constant,
            _ => function.prologue = constant,
        }
        Some(())
    }

    /// Changes the initializer of a variable, the aliasee of an alias, or the resolver of an ifunc.
    pub(super) fn initializer(&mut self) -> Option<()> {
        let lists = [&self.module.variables, &self.module.aliases, &self.module.ifuncs];
        let all: Vec<Global> = lists.into_iter().flatten().copied().collect();
        let global = self.one(&all)?;
        let ty = self.module.globals[global].ty;
        let other = self.some_global()?;
        let address = self.module.address_of(other);
        let space = self.module.globals[other].address_space;
        let new = match self.choices.below(3) {
            0 => self.constant_of(ty),
            1 if self.module.globals[global]
                .name
                .is_some_and(|name| self.module.text(name).starts_with("llvm.")) =>
            {
                self.list_of(address)
            }
            _ => address,
        };
        let removed = self.choices.chance(15);
        let type_of_new: Type = self.module.constants.ty(new);
        let value = &mut self.module.globals[global];
        match &mut value.kind {
            GlobalKind::Variable(variable) => {
                variable.initializer = (!removed).then_some(new);
                value.ty = type_of_new;
            }
            GlobalKind::Alias(own) | GlobalKind::IFunc(own) => {
                *own = address;
                value.address_space = space;
            }
            GlobalKind::Function(_) => return None,
        }
        Some(())
    }

    /// An array of one constant.
    fn list_of(&mut self, constant: Constant) -> Constant {
        let element = self.module.constants.ty(constant);
        let ty = self.module.types.intern(TypeKind::Array { len: 1, element });
        self.module.constants.intern(ty, ConstantKind::Aggregate([constant].into()))
    }
}
