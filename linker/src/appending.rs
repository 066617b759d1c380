//! Joins variables of linkage `appending`, such as `llvm.used` and `llvm.global_ctors`. Source: LLVM, `IRMover.cpp`.

use tern_llvm_ir::globals::{GlobalKind, UnnamedAddr, Variable};
use tern_llvm_ir::{Constant, ConstantExpr, ConstantKind, Global, GlobalValue, Linkage, Module, TypeKind};

use crate::Linker;
use crate::mover::{Context, Mover, Task};

impl Mover<'_> {
    /// Joins a variable of linkage `appending` with the one of the target.
    pub(crate) fn append(&mut self, known: Option<Global>, global: Global) -> Result<Constant, String> {
        let value = &self.source.globals[global];
        let GlobalKind::Variable(variable) = &value.kind else {
            return Err(self.only_appending(global));
        };
        let Some(initializer) = variable.initializer else {
            return known
                .map(|known| self.linker.module.address_of(known))
                .ok_or_else(|| self.only_appending(global));
        };
        let name = value.name.map(|name| self.source.strings.get(name).to_vec()).unwrap_or_default();
        let defined = known.filter(|&known| !self.is_declared(known));
        if let Some(known) = defined {
            self.check_appending(known, global)?;
        }
        let element = self.source.types.element(value.ty, 0);
        let element = element.ok_or_else(|| self.only_appending(global))?;
        let is_list = name == b"llvm.global_ctors" || name == b"llvm.global_dtors";
        let fields = self.source.types.struct_fields(element).map(|(fields, _)| fields.len());
        let two_fields = is_list && fields != Some(3);
        let mut elements =
            self.source.constants.elements(&self.source.types, initializer).unwrap_or_default();
        if is_list && !two_fields {
            elements.retain(|&element| self.is_key_linked(element));
        }
        let mut element = self.map_type(element);
        if two_fields && let Some((fields, _)) = self.target().types.struct_fields(element) {
            let fields = [fields, &[self.target().types.common.ptr]].concat();
            element = self.target().types.intern(TypeKind::Struct { packed: false, fields: fields.into() });
        }
        let mut before = Vec::new();
        if let Some(known) = defined {
            let module = self.target();
            if module.types.element(module.globals[known].ty, 0) != Some(element) {
                return Err("Appending variables with different element types!".to_owned());
            }
            if let GlobalKind::Variable(Variable { initializer: Some(initializer), .. }) =
                module.globals[known].kind
            {
                before = module.constants.elements(&module.types, initializer).unwrap_or_default();
            }
        }
        let len = (before.len() + elements.len()) as u64;
        let ty = self.target().types.intern(TypeKind::Array { len, element });
        let value = &self.source.globals[global];
        let (linkage, tls, space) = (value.linkage, value.tls, value.address_space);
        let (visibility, unnamed_addr, dll, dso_local) =
            (value.visibility, value.unnamed_addr, value.dll_storage, value.dso_local);
        let (alignment, partition, section) = (value.alignment, value.partition, value.section);
        let kind = self.empty_kind(global, true);
        let mut new = GlobalValue::new(None, ty, kind);
        (new.linkage, new.tls, new.address_space, new.alignment) = (linkage, tls, space, alignment);
        (new.visibility, new.unnamed_addr, new.dll_storage, new.dso_local) =
            (visibility, unnamed_addr, dll, dso_local);
        new.partition = partition.map(|text| self.map_string(text));
        new.section = section.map(|text| self.map_string(text));
        let is_named = self.source.globals[global].name.is_some();
        let name = self.linker.module.strings.intern(&name);
        let to = match known {
            Some(known) => {
                let Linker { module, symbols, .. } = &mut *self.linker;
                symbols.next(&module.strings, name);
                new.name = Some(name);
                module.globals[known] = new;
                known
            }
            None => {
                let new = self.linker.module.add_global(new);
                if is_named {
                    self.take_name(new, name);
                }
                new
            }
        };
        self.tasks.push(Task::Append { to, before, elements, two_fields });
        Ok(self.linker.module.address_of(to))
    }

    fn only_appending(&self, global: Global) -> String {
        let name = self.source.globals[global].name.map(|name| self.source.text(name)).unwrap_or_default();
        format!(
            "Linking globals named '{name}': can only link appending global with another appending global!"
        )
    }

    /// What two variables of linkage `appending` must have in common.
    fn check_appending(&self, known: Global, global: Global) -> Result<(), String> {
        let (module, source) = (self.target(), &self.source);
        let (a, b) = (&module.globals[known], &source.globals[global]);
        let (GlobalKind::Variable(first), GlobalKind::Variable(second)) = (&a.kind, &b.kind) else {
            return Err(self.only_appending(global));
        };
        if (a.linkage, b.linkage) != (Linkage::Appending, Linkage::Appending) {
            return Err(self.only_appending(global));
        }
        let is_global = |value: &GlobalValue| value.unnamed_addr == UnnamedAddr::Global;
        let section =
            |module: &Module, value: &GlobalValue| value.section.map(|it| module.strings.get(it).to_vec());
        let differing = [
            (first.constant != second.constant, "Appending variables linked with different const'ness!"),
            (a.alignment != b.alignment, "Appending variables with different alignment need to be linked!"),
            (
                a.visibility != b.visibility,
                "Appending variables with different visibility need to be linked!",
            ),
            (
                is_global(a) != is_global(b),
                "Appending variables with different unnamed_addr need to be linked!",
            ),
            (
                section(module, a) != section(source, b),
                "Appending variables with different section name need to be linked!",
            ),
            (
                a.address_space != b.address_space,
                "Appending variables with different address spaces need to be linked!",
            ),
        ];
        differing
            .iter()
            .find(|(differs, _)| *differs)
            .map_or(Ok(()), |(_, message)| Err((*message).to_owned()))
    }

    /// Whether the global that an entry of `llvm.global_ctors` is for, if any, is linked.
    fn is_key_linked(&mut self, entry: Constant) -> bool {
        let fields = self.source.constants.elements(&self.source.types, entry).unwrap_or_default();
        let Some(&key) = fields.get(2) else { return true };
        let mut key = key;
        let global = loop {
            match self.source.constants.kind(key) {
                ConstantKind::Global(global) => break *global,
                ConstantKind::Expr(expr) => match **expr {
                    ConstantExpr::Cast { value, .. } => key = value,
                    _ => return true,
                },
                _ => return true,
            }
        };
        let known = self.linked_to(global);
        self.should_link(known, global)
    }

    pub(crate) fn fill_appending(
        &mut self,
        to: Global,
        before: Vec<Constant>,
        elements: &[Constant],
        two_fields: bool,
    ) {
        let ty = self.target().globals[to].ty;
        let mut all = before;
        for &element in elements {
            let Some(mut mapped) = self.map_constant(element, Context::Value) else { continue };
            if two_fields && let Some(element) = self.target().types.element(ty, 0) {
                let module = self.target();
                let mut fields = module.constants.elements(&module.types, mapped).unwrap_or_default();
                fields.push(module.constants.zero(&module.types, module.types.common.ptr));
                mapped = module.constants.aggregate(&module.types, element, &fields);
            }
            all.push(mapped);
        }
        let module = &mut self.linker.module;
        let initializer = module.constants.aggregate(&module.types, ty, &all);
        if let GlobalKind::Variable(variable) = &mut module.globals[to].kind {
            variable.initializer = Some(initializer);
        }
    }
}
