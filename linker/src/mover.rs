//! Carries globals of one module into another, with all that they refer to. Source: LLVM, `IRMover.cpp`, `ValueMapper.cpp`.
//!
//! A global that is met gets its declaration in the target at once; its body or initializer is carried later, from a list of tasks.
//! Constants, types and nodes are carried when something that is carried refers to them. All of it takes time in proportion to what is carried.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_llvm_ir::attributes::AttributeListId;
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::globals::{Comdat, GlobalKind, Variable};
use tern_llvm_ir::{
    Constant, ConstantExpr, ConstantKind, Function, Global, GlobalValue, Inst, Linkage, MdNode, Module,
    StrId, TypeKind,
};

use crate::carry::ConstantMap;
use crate::linkage::{address_of_no_block, is_declaration, is_local, set_linkage};
use crate::metadata::State;
use crate::types::TypeMap;
use crate::{LinkError, Linker, target};

/// What a global is referred to for. The target of an alias must be in its module, so it may be a copy of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    Value = 0,
    Target = 1,
}

/// What remains to be carried of a global that has its declaration.
pub(crate) enum Task {
    Initializer(Global, Constant, Global),
    /// A variable of linkage `appending`: the elements that there are, and those of the source.
    Append {
        to: Global,
        before: Vec<Constant>,
        elements: Vec<Constant>,
        two_fields: bool,
    },
    Target(Global, Constant),
    Body(Global),
}

/// Which module a comdat is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum From {
    Target,
    Source,
    Both,
}

/// The linking of one module.
pub(crate) struct Mover<'l> {
    pub(crate) linker: &'l mut Linker,
    pub(crate) source: Module,
    pub(crate) identifier: String,
    pub(crate) over: bool,
    pub(crate) only_needed: bool,
    pub(crate) types: TypeMap,
    pub(crate) strings: Vec<Option<StrId>>,
    pub(crate) constants: [ConstantMap; 2],
    pub(crate) lists: [FxHashMap<AttributeListId, AttributeListId>; 2],
    pub(crate) nodes: SecondaryMap<MdNode, State>,
    values: [FxHashMap<Global, Constant>; 2],
    /// The globals that are wanted.
    wanted: SecondaryMap<Global, bool>,
    pub(crate) worklist: Vec<Global>,
    pub(crate) tasks: Vec<Task>,
    /// Aliases and ifuncs whose target is not carried yet.
    without_target: FxHashSet<Global>,
    /// Attachments of declarations.
    attachments: Vec<(Global, Vec<(StrId, MdNode)>)>,
    /// The globals whose definition was carried over, each with that of the target that has it.
    moved: FxHashMap<Global, Global>,
    /// The function whose body is being carried.
    current: Option<Global>,
    /// Whether all bodies are carried; what is met from then on does not come along.
    done: bool,
    error: Option<LinkError>,
    pub(crate) chosen: FxHashMap<Comdat, From>,
    /// Members of comdats that are wanted if another member is.
    pub(crate) lazy_members: FxHashMap<Comdat, Vec<Global>>,
    /// The names of what is linked, if that becomes internal.
    pub(crate) linked: Option<FxHashSet<StrId>>,
}

impl<'l> Mover<'l> {
    pub(crate) fn new(
        linker: &'l mut Linker,
        source: Module,
        identifier: &str,
        over: bool,
        is_first: bool,
    ) -> Self {
        let types = TypeMap::new(&source, &mut linker.structs);
        let linked = (linker.options.internalize && !is_first).then(FxHashSet::default);
        let only_needed = linker.options.only_needed && !is_first;
        Self {
            linker,
            source,
            identifier: identifier.to_owned(),
            over,
            only_needed,
            types,
            strings: Vec::new(),
            constants: Default::default(),
            lists: Default::default(),
            nodes: SecondaryMap::new(),
            values: Default::default(),
            wanted: SecondaryMap::new(),
            worklist: Vec::new(),
            tasks: Vec::new(),
            without_target: FxHashSet::default(),
            attachments: Vec::new(),
            moved: FxHashMap::default(),
            current: None,
            done: false,
            error: None,
            chosen: FxHashMap::default(),
            lazy_members: FxHashMap::default(),
            linked,
        }
    }

    pub(crate) fn target(&self) -> &Module {
        &self.linker.module
    }

    /// Adds a global to those that are wanted.
    pub(crate) fn want(&mut self, global: Global) {
        if !std::mem::replace(&mut self.wanted[global], true) {
            self.worklist.push(global);
        }
    }

    /// Carries all that is wanted, and then what the module has besides globals.
    pub(crate) fn run(mut self) -> Result<Option<FxHashSet<StrId>>, LinkError> {
        self.merge_targets();
        self.match_types();
        self.worklist.reverse();
        while let Some(global) = self.worklist.pop() {
            if self.values.iter().any(|values| values.contains_key(&global)) {
                continue;
            }
            self.map_global(global, Context::Value);
            self.flush();
            if let Some(error) = self.error {
                return Err(error);
            }
        }
        self.done = true;
        self.link_named_metadata();
        for (global, attachments) in std::mem::take(&mut self.attachments) {
            if is_declaration(&self.linker.module.globals[global]) {
                self.linker.module.globals[global].attachments = self.map_attachments(&attachments);
            }
        }
        self.append_assembly();
        for variable in self.source.variables.clone() {
            if self.source.globals[variable].linkage != Linkage::Appending
                && let Some(constant) = self.map_global(variable, Context::Value)
                && let Some(global) = self.global_of(constant)
                && matches!(self.linker.module.globals[global].kind, GlobalKind::Variable(_))
            {
                self.linker.module.variables.push(global);
            }
        }
        self.linker.settle(&FxHashSet::default());
        self.link_flags()?;
        self.carry_read_types();
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.linked),
        }
    }

    /// Target and data layout.
    fn merge_targets(&mut self) {
        let text = |module: &Module, id: Option<StrId>| {
            id.map(|id| module.text(id).into_owned()).unwrap_or_default()
        };
        let Self { source, linker, identifier, .. } = self;
        let (triple, layout) = (text(source, source.target_triple), text(source, source.data_layout));
        let module = &mut linker.module;
        let intern = |module: &Module, text: &str| {
            Some(module.strings.intern(text.as_bytes())).filter(|_| !text.is_empty())
        };
        let before = text(module, module.data_layout);
        if before.is_empty() {
            module.data_layout = intern(module, &layout);
        }
        if text(module, module.target_triple).is_empty() {
            module.target_triple = intern(module, &triple);
        }
        let (own, own_layout) = (text(module, module.target_triple), text(module, module.data_layout));
        let (any_triple, any_layout) = target::is_device_library(&triple, &layout, &own);
        // What was linked keeps the alignments that it had under its own layout.
        if own_layout != before {
            let linked = intern(module, &before);
            target::state_alignments(module, linked);
        }
        if own_layout != layout {
            let linked = source.data_layout;
            target::state_alignments(source, linked);
        }
        let name = &linker.identifier;
        if !any_layout && !target::same_layout(&layout, &own_layout) {
            linker.warnings.push(format!(
                "Linking two modules of different data layouts: '{identifier}' is '{layout}' whereas '{name}' is '{own_layout}'\n"
            ));
        }
        if !any_triple && !triple.is_empty() && !target::are_compatible(&triple, &own) {
            linker.warnings.push(format!(
                "Linking two modules of different target triples: '{identifier}' is '{triple}' whereas '{name}' is '{own}'\n"
            ));
        }
        module.target_triple = intern(module, target::merged(&triple, &own));
        linker.symbols.without_dot = own.starts_with("nvptx");
    }

    /// Finds types that are the same in both modules.
    fn match_types(&mut self) {
        for variable in self.source.variables.clone() {
            let Some(known) = self.linked_to(variable) else { continue };
            let (known, value) = (&self.linker.module.globals[known], &self.source.globals[variable]);
            if (known.linkage, value.linkage) == (Linkage::Appending, Linkage::Appending)
                && let Some(a) = self.linker.module.types.element(known.ty, 0)
                && let Some(b) = self.source.types.element(value.ty, 0)
            {
                let Linker { module, structs, .. } = &mut *self.linker;
                self.types.unify(&self.source, module, structs, a, b);
            }
        }
        self.types.by_name(&self.source, &self.linker.module, &mut self.linker.structs);
    }

    fn append_assembly(&mut self) {
        if self.source.module_asm.is_empty() {
            return;
        }
        let triple =
            self.source.target_triple.map(|id| self.source.text(id).into_owned()).unwrap_or_default();
        for line in target::assembly_prefix(&triple) {
            let line = self.linker.module.strings.intern(line.as_bytes());
            self.linker.module.module_asm.push(line);
        }
        let first = self.linker.module.module_asm.len();
        for mut part in self.source.module_asm_targets.clone() {
            part.first_line += first;
            part.features = part.features.map(|text| self.map_string(text));
            part.cpu = part.cpu.map(|text| self.map_string(text));
            self.linker.module.module_asm_targets.push(part);
        }
        for line in self.source.module_asm.clone() {
            let line = self.map_string(line);
            self.linker.module.module_asm.push(line);
        }
    }

    pub(crate) fn fail(&mut self, message: String) {
        self.error.get_or_insert(LinkError(message));
    }

    pub(crate) fn global_of(&self, constant: Constant) -> Option<Global> {
        let mut constant = constant;
        loop {
            match self.linker.module.constants.kind(constant) {
                ConstantKind::Global(global) => return Some(*global),
                ConstantKind::Expr(expr) => match **expr {
                    ConstantExpr::Cast { value, .. } => constant = value,
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// Where the definition of a global of the source is, unless it was left for another of that name.
    pub(crate) fn moved_to(&self, global: Global) -> Option<Global> {
        self.moved.get(&global).copied()
    }

    /// The global of the target that one of the source is the same as by its name.
    pub(crate) fn named_like(&self, global: Global) -> Option<Global> {
        let value = &self.source.globals[global];
        let name = self.target().strings.find(self.source.strings.get(value.name?))?;
        let found = self.linker.symbols.get(name).filter(|_| !is_local(value.linkage))?;
        (!is_local(self.target().globals[found].linkage)).then_some(found)
    }

    /// Like [`named_like`](Self::named_like), but intrinsics of other types are others.
    pub(crate) fn linked_to(&mut self, global: Global) -> Option<Global> {
        let found = self.named_like(global)?;
        if self.target().globals[found].as_function().is_some()
            && self.target().is_intrinsic(found)
            && self.source.globals[global].as_function().is_some()
        {
            let ty = self.map_type(self.source.globals[global].ty);
            return (self.target().globals[found].ty == ty).then_some(found);
        }
        Some(found)
    }

    pub(crate) fn is_declared(&self, global: Global) -> bool {
        self.current != Some(global) && is_declaration(&self.target().globals[global])
    }

    fn is_declared_for_linker(&self, global: Global) -> bool {
        self.is_declared(global) || self.target().globals[global].linkage == Linkage::AvailableExternally
    }

    /// Whether the definition of a global of the source is wanted, given what the target has.
    pub(crate) fn should_link(&mut self, known: Option<Global>, global: Global) -> bool {
        if self.wanted[global] || is_local(self.source.globals[global].linkage) {
            return true;
        }
        if known.is_some_and(|known| !self.is_declared_for_linker(known)) {
            return false;
        }
        if is_declaration(&self.source.globals[global]) || self.done {
            return false;
        }
        self.add_lazily(global)
    }

    /// The address of a global in the target; none if it is left out, because all bodies are carried already.
    pub(crate) fn map_global(&mut self, global: Global, context: Context) -> Option<Constant> {
        if let Some(&known) = self.values[context as usize].get(&global) {
            return Some(known);
        }
        if self.error.is_some() {
            return None;
        }
        let mapped = self.materialize(global, context)?;
        self.values[context as usize].insert(global, mapped);
        Some(mapped)
    }

    fn materialize(&mut self, global: Global, context: Context) -> Option<Constant> {
        let prototype = self.prototype(global, context)?;
        let ConstantKind::Global(new) = *self.target().constants.kind(prototype) else {
            return Some(prototype);
        };
        let value = &self.target().globals[new];
        let is_complete = match &value.kind {
            GlobalKind::Variable(variable) => {
                variable.initializer.is_some() || value.linkage == Linkage::Appending
            }
            GlobalKind::Function(_) => !self.is_declared(new),
            GlobalKind::Alias(_) | GlobalKind::IFunc(_) => !self.without_target.contains(&new),
        };
        let other = match context {
            Context::Value => Context::Target,
            Context::Target => Context::Value,
        };
        if is_complete || self.values[other as usize].get(&global) == Some(&prototype) {
            return Some(prototype);
        }
        if context == Context::Target || self.should_link(Some(new), global) {
            self.schedule(new, global);
        }
        Some(prototype)
    }

    /// Notes that the definition of a global is to be carried.
    fn schedule(&mut self, new: Global, global: Global) {
        self.moved.entry(global).or_insert(new);
        match &mut self.source.globals[global].kind {
            GlobalKind::Variable(variable) => {
                if let Some(initializer) = variable.initializer {
                    self.tasks.push(Task::Initializer(new, initializer, global));
                }
            }
            GlobalKind::Function(function) => {
                let body = std::mem::take(&mut **function);
                let attachments = std::mem::take(&mut self.source.globals[global].attachments);
                let value = &mut self.linker.module.globals[new];
                value.attachments = attachments;
                value.kind = GlobalKind::Function(Box::new(body));
                self.tasks.push(Task::Body(new));
            }
            GlobalKind::Alias(target) | GlobalKind::IFunc(target) => {
                let target = *target;
                self.tasks.push(Task::Target(new, target));
            }
        }
    }

    /// The declaration of a global in the target, as a constant.
    fn prototype(&mut self, global: Global, context: Context) -> Option<Constant> {
        let known = self.linked_to(global);
        let wanted = self.should_link(known, global);
        if wanted && let Some(&value) = self.values.iter().find_map(|values| values.get(&global)) {
            return Some(value);
        }
        let known = known.filter(|_| wanted || context == Context::Value);
        let is_appending = |linkage| linkage == Linkage::Appending;
        if is_appending(self.source.globals[global].linkage)
            || known.is_some_and(|known| is_appending(self.target().globals[known].linkage))
        {
            return match self.append(known, global) {
                Ok(new) => Some(new),
                Err(message) => {
                    self.fail(message);
                    None
                }
            };
        }
        let definition = wanted || context == Context::Target;
        let new = match known {
            Some(known) if !wanted => known,
            _ if self.done => return None,
            _ => self.copy(global, definition, known, wanted || context == Context::Value),
        };
        if definition {
            self.copy_comdat(global, new);
        }
        if !wanted && context == Context::Target {
            set_linkage(&mut self.linker.module.globals[new], Linkage::Internal);
        }
        let address = self.linker.module.address_of(new);
        if known.is_none() {
            return Some(address);
        }
        let ty = self.source.types.pointer(self.source.globals[global].address_space);
        let ty = self.map_type(ty);
        Some(self.target().constants.addrspace_cast(address, ty))
    }

    fn copy_comdat(&mut self, global: Global, new: Global) {
        let value = &self.source.globals[global];
        let Some(comdat) = value.comdat else { return };
        let (name, kind) = (self.source.comdats[comdat].name, self.source.comdats[comdat].kind);
        let name = self.map_string(name);
        let Linker { module, comdats, .. } = &mut *self.linker;
        let comdat = *comdats
            .entry(name)
            .or_insert_with(|| module.comdats.push(tern_llvm_ir::globals::ComdatData { name, kind }));
        module.comdats[comdat].kind = kind;
        if !matches!(module.globals[new].kind, GlobalKind::Alias(_) | GlobalKind::IFunc(_)) {
            module.globals[new].comdat = Some(comdat);
        }
    }

    /// A global of the target with the properties of one of the source, without body, initializer or target. It takes the place of
    /// `known`, if there is one.
    fn copy(&mut self, global: Global, definition: bool, known: Option<Global>, rename: bool) -> Global {
        let value = &self.source.globals[global];
        let (name, ty, linkage) = (value.name, value.ty, value.linkage);
        let is_stub = !definition && matches!(value.kind, GlobalKind::Alias(_) | GlobalKind::IFunc(_));
        let ty = self.map_type(ty);
        let kind = self.empty_kind(global, definition);
        let value = &self.source.globals[global];
        let mut new = GlobalValue::new(None, ty, kind);
        new.address_space = value.address_space;
        new.tls = value.tls.filter(|_| !is_stub || matches!(new.kind, GlobalKind::Variable(_)));
        if !is_stub {
            (new.visibility, new.unnamed_addr, new.dll_storage, new.dso_local) =
                (value.visibility, value.unnamed_addr, value.dll_storage, value.dso_local);
            new.alignment = value.alignment;
            let (partition, section) = (value.partition, value.section);
            new.partition = partition.map(|text| self.map_string(text));
            new.section = section.map(|text| self.map_string(text));
        }
        if definition {
            set_linkage(&mut new, linkage);
        } else if linkage == Linkage::ExternWeak {
            set_linkage(&mut new, Linkage::ExternWeak);
        }
        let is_alias = matches!(new.kind, GlobalKind::Alias(_) | GlobalKind::IFunc(_));
        let name = name.map(|name| self.map_string(name));
        let new = self.place(new, known, name, rename);
        if is_alias {
            self.without_target.insert(new);
        }
        let value = &self.source.globals[global];
        if !value.attachments.is_empty()
            && (is_declaration(value) || matches!(value.kind, GlobalKind::Variable(_)))
        {
            self.attachments.push((new, value.attachments.clone()));
        }
        new
    }

    /// What is particular to a kind of global.
    pub(crate) fn empty_kind(&mut self, global: Global, definition: bool) -> GlobalKind {
        let nothing = |mover: &Self| {
            mover.target().constants.intern(mover.target().types.common.ptr, ConstantKind::Zero)
        };
        let is_function =
            matches!(self.source.types.kind(self.source.globals[global].ty), TypeKind::Function { .. });
        match &self.source.globals[global].kind {
            GlobalKind::Variable(variable) => {
                let variable = variable.clone();
                let attributes = self.map_attribute_set(variable.attributes, false);
                GlobalKind::Variable(Variable { initializer: None, attributes, ..variable })
            }
            GlobalKind::Function(function) => {
                let (attributes, gc) = (function.attributes, function.gc);
                let mut new = Function::default();
                new.calling_convention = function.calling_convention;
                new.preferred_alignment = function.preferred_alignment;
                let args: Vec<_> = function.args.iter().map(|&arg| function.locals[arg].ty).collect();
                new.attributes = self.map_attributes(attributes, !self.source.is_intrinsic(global));
                new.gc = gc.map(|gc| self.map_string(gc));
                for ty in args {
                    let ty = self.map_type(ty);
                    new.add_arg(ty, None);
                }
                GlobalKind::Function(Box::new(new))
            }
            GlobalKind::Alias(_) if definition => GlobalKind::Alias(nothing(self)),
            GlobalKind::IFunc(_) if definition => GlobalKind::IFunc(nothing(self)),
            _ if is_function => {
                let mut new = Function::default();
                let params = self.source.types.parts(self.source.globals[global].ty);
                for &ty in params.iter().skip(1) {
                    let ty = self.map_type(ty);
                    new.add_arg(ty, None);
                }
                GlobalKind::Function(Box::new(new))
            }
            _ => GlobalKind::Variable(Variable::default()),
        }
    }

    /// Puts a new global into the target, with its name.
    pub(crate) fn place(
        &mut self,
        new: GlobalValue,
        known: Option<Global>,
        name: Option<StrId>,
        rename: bool,
    ) -> Global {
        let is_local = is_local(new.linkage);
        if let (Some(known), Some(name)) = (known, name) {
            // LLVM has both for a while, under names with numbers.
            for _ in 0..2 {
                let Linker { module, symbols, .. } = &mut *self.linker;
                symbols.next(&module.strings, name);
            }
            return self.replace(known, new, name);
        }
        let Linker { module, symbols, .. } = &mut *self.linker;
        let global = module.add_global(new);
        let Some(wanted) = name else { return global };
        let given = symbols.claim(&module.strings, wanted, global);
        module.globals[global].name = Some(given);
        if given != wanted && rename && !is_local {
            symbols.release(given);
            self.take_name(global, wanted);
        }
        global
    }

    /// Gives a global exactly this name; another that has it gets a number.
    pub(crate) fn take_name(&mut self, global: Global, name: StrId) {
        let Linker { module, symbols, .. } = &mut *self.linker;
        if let Some(other) = symbols.force(name, global) {
            let next = symbols.next(&module.strings, name);
            symbols.force(next, other);
            module.globals[other].name = Some(next);
        }
        module.globals[global].name = Some(name);
    }

    /// Puts a global in the place of another.
    fn replace(&mut self, known: Global, mut new: GlobalValue, name: StrId) -> Global {
        if self.linker.addressed.contains(&known) && !self.is_declared(known) {
            let module = &mut self.linker.module;
            module
                .replace_block_addresses(|module, it| (it == known).then(|| address_of_no_block(module, it)));
            self.linker.addressed.remove(&known);
        }
        let Linker { module, symbols, .. } = &mut *self.linker;
        new.name = Some(name);
        if new.address_space == module.globals[known].address_space {
            let list = match new.kind {
                GlobalKind::Variable(_) => &mut module.variables,
                GlobalKind::Function(_) => &mut module.functions,
                GlobalKind::Alias(_) => &mut module.aliases,
                GlobalKind::IFunc(_) => &mut module.ifuncs,
            };
            list.push(known);
            module.globals[known] = new;
            return known;
        }
        let global = module.add_global(new);
        symbols.force(name, global);
        let address = module.address_of(global);
        let ty = module.types.pointer(module.globals[known].address_space);
        let address = module.constants.addrspace_cast(address, ty);
        // The types are equal.
        let _ = self.linker.module.replace_global(known, address);
        self.linker.settle(&FxHashSet::from_iter([known]));
        global
    }

    /// Carries what remains of the globals that were met.
    fn flush(&mut self) {
        while let Some(task) = self.tasks.pop() {
            if self.error.is_some() {
                return;
            }
            match task {
                Task::Initializer(new, initializer, from) => {
                    let mapped = self.map_constant(initializer, Context::Value);
                    let attachments = std::mem::take(&mut self.source.globals[from].attachments);
                    let attachments = self.map_attachments(&attachments);
                    let value = &mut self.linker.module.globals[new];
                    value.attachments = attachments;
                    if let GlobalKind::Variable(variable) = &mut value.kind {
                        variable.initializer = mapped;
                    }
                }
                Task::Append { to, before, elements, two_fields } => {
                    self.fill_appending(to, before, &elements, two_fields);
                }
                Task::Target(new, target) => {
                    let mapped = self.map_constant(target, Context::Target);
                    self.without_target.remove(&new);
                    if let (Some(mapped), GlobalKind::Alias(target) | GlobalKind::IFunc(target)) =
                        (mapped, &mut self.linker.module.globals[new].kind)
                    {
                        *target = mapped;
                    }
                }
                Task::Body(new) => self.carry_body(new),
            }
        }
    }

    fn carry_body(&mut self, new: Global) {
        let Some(function) = self.linker.module.globals[new].as_function_mut() else { return };
        let mut function = std::mem::take(function);
        self.current = Some(new);
        let attachments = std::mem::take(&mut self.linker.module.globals[new].attachments);
        // In the order of LLVM: what is met first stands first.
        for constant in [function.personality, function.prefix, function.prologue].into_iter().flatten() {
            self.map_constant(constant, Context::Value);
        }
        let attachments = self.map_attachments(&attachments);
        function.for_each_handle_mut(self);
        self.forget_types_of_callees(&mut function);
        self.current = None;
        let value = &mut self.linker.module.globals[new];
        value.attachments = attachments;
        value.kind = GlobalKind::Function(Box::new(function));
    }
}

impl Mover<'_> {
    /// Takes `!callee_type` from calls of what is known.
    fn forget_types_of_callees(&self, function: &mut Function) {
        let Some(kind) = self.target().strings.find(b"callee_type") else { return };
        let insts: Vec<Inst> = function.instructions().map(|(_, inst)| inst).collect();
        for inst in insts {
            let attached = function.inst_attachments(inst);
            let is_known =
                function.insts[inst].inst.call_site().is_some_and(|call| call.callee.constant().is_some());
            if is_known && attached.iter().any(|(known, _)| *known == kind) {
                let kept: Vec<_> = attached.iter().copied().filter(|(known, _)| *known != kind).collect();
                let kept = function.push_attachments(&kept);
                function.set_attachments(inst, kept);
            }
        }
    }
}

impl Linker {
    /// Brings the lists of globals in order: of a global that is listed several times, the last place counts.
    pub(crate) fn settle(&mut self, removed: &FxHashSet<Global>) {
        let void = self.module.types.common.void;
        let Module { globals, variables, functions, aliases, ifuncs, .. } = &mut self.module;
        let mut seen: SecondaryMap<Global, bool> = SecondaryMap::with_capacity(globals.len());
        type Is = fn(&GlobalKind) -> bool;
        let is: [Is; 4] = [
            |kind| matches!(kind, GlobalKind::Variable(_)),
            |kind| matches!(kind, GlobalKind::Function(_)),
            |kind| matches!(kind, GlobalKind::Alias(_)),
            |kind| matches!(kind, GlobalKind::IFunc(_)),
        ];
        for (list, is) in [variables, functions, aliases, ifuncs].into_iter().zip(is) {
            list.reverse();
            list.retain(|&global| {
                is(&globals[global].kind)
                    && !removed.contains(&global)
                    && !std::mem::replace(&mut seen[global], true)
            });
            list.reverse();
        }
        for &global in removed {
            let nothing = GlobalKind::Variable(Variable::default());
            globals[global] = GlobalValue::new(None, void, nothing);
        }
    }
}
