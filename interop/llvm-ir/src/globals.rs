//! Variables, functions, aliases, ifuncs.

use llvm_ir::module::{self as source, ThreadLocalMode};
use llvm_ir::{Name, Type as SourceType, TypeRef};
use tern_llvm_ir::globals::{DllStorage, TlsModel, UnnamedAddr, Variable, Visibility};
use tern_llvm_ir::instruction::Alignment;
use tern_llvm_ir::{Function, GlobalKind, GlobalValue, Linkage, Type, TypeKind};

use crate::Converter;

impl Converter<'_> {
    /// Gives each global its place, so that they can refer to each other.
    pub(crate) fn declare_globals(&mut self) {
        let source = self.source;
        for variable in &source.global_vars {
            let ty = match &variable.initializer {
                Some(initializer) => self.ty(&source.type_of(initializer)),
                None => {
                    self.count_loss("type of a variable that is declared");
                    self.module.types.common.i8
                }
            };
            let mut value = self.global(&variable.name, ty, GlobalKind::Variable(Variable::default()));
            value.linkage = self.linkage(variable.linkage);
            value.visibility = visibility(variable.visibility);
            value.dll_storage = dll_storage(variable.dll_storage_class);
            value.tls = tls(variable.thread_local_mode);
            value.unnamed_addr = unnamed_addr(variable.unnamed_addr);
            value.address_space = variable.addr_space;
            value.alignment = alignment(variable.alignment);
            value.section = variable.section.as_ref().map(|name| self.module.strings.intern(name.as_bytes()));
            if variable.comdat.is_some() {
                self.count_loss("comdat");
            }
            self.add(variable.name.clone(), value);
        }
        for function in &source.functions {
            let parameters = function.parameters.iter().map(|parameter| &parameter.ty);
            let ty = self.function_type(&function.return_type, parameters, function.is_var_arg);
            let name = named(&function.name);
            let mut value = self.global(&name, ty, GlobalKind::Function(Box::default()));
            value.linkage = self.linkage(function.linkage);
            value.visibility = visibility(function.visibility);
            value.dll_storage = dll_storage(function.dll_storage_class);
            value.alignment = alignment(function.alignment);
            value.section = function.section.as_ref().map(|name| self.module.strings.intern(name.as_bytes()));
            if function.comdat.is_some() {
                self.count_loss("comdat");
            }
            self.add(name, value);
        }
        for function in &source.func_declarations {
            let parameters = function.parameters.iter().map(|parameter| &parameter.ty);
            let ty = self.function_type(&function.return_type, parameters, function.is_var_arg);
            let mut declaration = Function::default();
            declaration.calling_convention = self.calling_convention(function.calling_convention);
            let params = function.parameters.iter().map(|parameter| &parameter.attributes[..]);
            declaration.attributes = self.attributes(&[], &function.return_attributes, params);
            for parameter in &function.parameters {
                let ty = self.ty(&parameter.ty);
                declaration.add_arg(ty, None);
            }
            let name = named(&function.name);
            let mut value = self.global(&name, ty, GlobalKind::Function(Box::new(declaration)));
            value.linkage = self.linkage(function.linkage);
            value.visibility = visibility(function.visibility);
            value.dll_storage = dll_storage(function.dll_storage_class);
            value.alignment = alignment(function.alignment);
            self.add(name, value);
        }
        for alias in &source.global_aliases {
            // The type of what it stands for is the aliasee's, which is known when all globals are.
            let none = self.nothing();
            let mut value = self.global(&alias.name, none.0, GlobalKind::Alias(none.1));
            value.linkage = self.linkage(alias.linkage);
            value.visibility = visibility(alias.visibility);
            value.dll_storage = dll_storage(alias.dll_storage_class);
            value.tls = tls(alias.thread_local_mode);
            value.unnamed_addr = unnamed_addr(alias.unnamed_addr);
            value.address_space = alias.addr_space;
            self.add(alias.name.clone(), value);
        }
        for ifunc in &source.global_ifuncs {
            let none = self.nothing();
            let mut value = self.global(&ifunc.name, none.0, GlobalKind::IFunc(none.1));
            value.linkage = self.linkage(ifunc.linkage);
            value.visibility = visibility(ifunc.visibility);
            self.add(ifunc.name.clone(), value);
        }
    }

    /// Gives variables their initializers, aliases and ifuncs what they stand for.
    pub(crate) fn define_globals(&mut self) {
        let source = self.source;
        for variable in &source.global_vars {
            let initializer = variable.initializer.as_ref().map(|initializer| self.constant(initializer));
            let Some(&global) = self.globals.get(&variable.name) else { continue };
            if let GlobalKind::Variable(data) = &mut self.module.globals[global].kind {
                (data.constant, data.initializer) = (variable.is_constant, initializer);
            }
        }
        for alias in &source.global_aliases {
            let aliasee = self.constant(&alias.aliasee);
            let ty = match self.module.constants.kind(aliasee) {
                tern_llvm_ir::ConstantKind::Global(global) => self.module.globals[*global].ty,
                _ => {
                    self.count_loss("type of an alias of an expression");
                    self.module.types.common.i8
                }
            };
            let Some(&global) = self.globals.get(&alias.name) else { continue };
            self.module.globals[global].ty = ty;
            self.module.globals[global].kind = GlobalKind::Alias(aliasee);
        }
        for ifunc in &source.global_ifuncs {
            let resolver = self.constant(&ifunc.resolver_fn);
            self.count_loss("type of an ifunc");
            let Some(&global) = self.globals.get(&ifunc.name) else { continue };
            let void = self.module.types.common.void;
            self.module.globals[global].ty = self.module.types.intern(TypeKind::Function {
                ret: void,
                params: Box::default(),
                varargs: false,
            });
            self.module.globals[global].kind = GlobalKind::IFunc(resolver);
        }
    }

    fn add(&mut self, name: Name, value: GlobalValue) {
        let global = self.module.add_global(value);
        self.globals.insert(name, global);
    }

    fn global(&self, name: &Name, ty: Type, kind: GlobalKind) -> GlobalValue {
        GlobalValue::new(self.name(name), ty, kind)
    }

    /// What stands for something until it is known.
    fn nothing(&self) -> (Type, tern_llvm_ir::Constant) {
        let ty = self.module.types.common.ptr;
        (self.module.types.common.i8, self.module.constants.zero(&self.module.types, ty))
    }

    fn function_type<'t>(
        &mut self,
        ret: &TypeRef,
        params: impl Iterator<Item = &'t TypeRef>,
        varargs: bool,
    ) -> Type {
        let ret = self.ty(ret);
        let params = params.map(|ty| self.ty(ty)).collect();
        self.module.types.intern(TypeKind::Function { ret, params, varargs })
    }

    fn linkage(&mut self, linkage: source::Linkage) -> Linkage {
        use source::Linkage as L;
        match linkage {
            L::Private | L::LinkerPrivate | L::LinkerPrivateWeak => Linkage::Private,
            L::Internal => Linkage::Internal,
            L::External | L::DLLImport | L::DLLExport => Linkage::External,
            L::ExternalWeak => Linkage::ExternWeak,
            L::AvailableExternally => Linkage::AvailableExternally,
            L::LinkOnceAny => Linkage::LinkOnce,
            L::LinkOnceODR | L::LinkOnceODRAutoHide => Linkage::LinkOnceOdr,
            L::WeakAny => Linkage::Weak,
            L::WeakODR => Linkage::WeakOdr,
            L::Common => Linkage::Common,
            L::Appending => Linkage::Appending,
            L::Ghost => {
                self.count_loss("linkage");
                Linkage::External
            }
        }
    }

    /// Whether this is `void`, or a function that returns it.
    pub(crate) fn is_void(ty: &TypeRef) -> bool {
        match ty.as_ref() {
            SourceType::FuncType { result_type, .. } => matches!(result_type.as_ref(), SourceType::VoidType),
            other => matches!(other, SourceType::VoidType),
        }
    }
}

/// Functions have names as text.
pub(crate) fn named(name: &str) -> Name {
    Name::Name(Box::new(name.to_owned()))
}

pub(crate) fn alignment(bytes: u32) -> Alignment {
    Alignment::new(bytes.into()).unwrap_or(Alignment::NONE)
}

fn visibility(visibility: source::Visibility) -> Visibility {
    match visibility {
        source::Visibility::Default => Visibility::Default,
        source::Visibility::Hidden => Visibility::Hidden,
        source::Visibility::Protected => Visibility::Protected,
    }
}

fn dll_storage(class: source::DLLStorageClass) -> DllStorage {
    match class {
        source::DLLStorageClass::Default => DllStorage::Default,
        source::DLLStorageClass::Import => DllStorage::Import,
        source::DLLStorageClass::Export => DllStorage::Export,
    }
}

fn tls(mode: ThreadLocalMode) -> Option<TlsModel> {
    match mode {
        ThreadLocalMode::NotThreadLocal => None,
        ThreadLocalMode::GeneralDynamic => Some(TlsModel::GeneralDynamic),
        ThreadLocalMode::LocalDynamic => Some(TlsModel::LocalDynamic),
        ThreadLocalMode::InitialExec => Some(TlsModel::InitialExec),
        ThreadLocalMode::LocalExec => Some(TlsModel::LocalExec),
    }
}

fn unnamed_addr(value: Option<source::UnnamedAddr>) -> UnnamedAddr {
    match value {
        None => UnnamedAddr::None,
        Some(source::UnnamedAddr::Local) => UnnamedAddr::Local,
        Some(source::UnnamedAddr::Global) => UnnamedAddr::Global,
    }
}
