//! Generates globals: variables, functions, aliases, ifuncs and comdats.

use tern_dialect_llvm::enums::CConv;
use tern_llvm_ir::attributes::{Attribute, AttributeKind, AttributeList};
use tern_llvm_ir::function::{Block, Function};
use tern_llvm_ir::globals::{
    CALLING_CONVENTIONS, CodeModel, Comdat, ComdatData, ComdatKind, DllStorage, GlobalKind, GlobalValue,
    Linkage, RISCV_VLS_CC, Sanitizer, TlsModel, UnnamedAddr, Variable, Visibility,
};
use tern_llvm_ir::instruction::Alignment;
use tern_llvm_ir::types::IdentifiedStruct;
use tern_llvm_ir::{Global, Type, TypeKind};

use super::Generator;
use super::abi::TAIL_CONVENTIONS;
use super::control_flow::Skeleton;

/// Linkages of definitions.
const DEFINED: [Linkage; 7] = [
    Linkage::External,
    Linkage::Internal,
    Linkage::Private,
    Linkage::LinkOnce,
    Linkage::LinkOnceOdr,
    Linkage::Weak,
    Linkage::WeakOdr,
];

/// Whether a calling convention is valid for every signature.
fn is_general(convention: u32) -> bool {
    !matches!(convention, 71 | 76 | 83..=85 | 87..=91 | 93..=96 | 104 | 105 | 124)
}

impl Generator {
    /// Declares all globals with names and types; their contents are generated after all are known.
    pub(super) fn declare_globals(&mut self) {
        for _ in 0..self.choices.below(4) {
            let variable = self.variable();
            self.variables.push(variable);
        }
        for _ in 0..self.choices.below(3) {
            let function = self.declaration();
            self.functions.push(function);
        }
        if self.choices.chance(6) {
            self.entry_point();
        }
        if self.choices.chance(4) {
            self.opaque_variable();
        }
    }

    /// Generates the properties common to all globals. A `local` one is not visible outside.
    fn properties(&mut self, value: &mut GlobalValue, defined: bool) {
        let local = matches!(value.linkage, Linkage::Private | Linkage::Internal);
        if !local && self.choices.chance(20) {
            value.visibility = *self.choices.pick(Visibility::ALL);
        }
        if !local && value.visibility == Visibility::Default && self.choices.chance(15) {
            value.dll_storage = match defined {
                true => DllStorage::Export,
                false if value.linkage == Linkage::External => DllStorage::Import,
                false => DllStorage::Default,
            };
        }
        value.unnamed_addr = *self.choices.pick(UnnamedAddr::ALL);
        value.dso_local =
            value.implies_dso_local() || value.dll_storage != DllStorage::Import && self.choices.chance(30);
        if self.choices.chance(8) {
            value.partition = Some(self.text("part one"));
        }
    }

    fn section(&mut self, value: &mut GlobalValue) {
        if self.choices.chance(10) {
            value.section = Some(self.text(".a \"section\""));
        }
    }

    fn comdat(&mut self) -> Option<Comdat> {
        if !self.choices.chance(15) {
            return None;
        }
        // LLVM does not print unused comdats, so they are created on demand.
        if self.comdats.is_empty() || self.choices.chance(50) {
            let name = self.fresh_name("comdat");
            let kind = *self.choices.pick(ComdatKind::ALL);
            self.comdats.push(self.module.comdats.push(ComdatData { name, kind }));
        }
        Some(*self.choices.pick(&self.comdats))
    }

    fn variable(&mut self) -> Global {
        let unnamed = self.choices.chance(10);
        let name = if unnamed { None } else { Some(self.fresh_name("g")) };
        let ty = match self.choices.weighted(&[60, 30, 4]) {
            0 => self.type_where(Self::is_fixed, self.module.types.common.i32),
            1 => self.fixed_type(2),
            _ => self.module.types.integer(24),
        };
        let mut value = GlobalValue::new(name, ty, GlobalKind::Variable(Variable::default()));
        let kind = self.choices.weighted(&[60, 20, 5, 5, 5]);
        value.linkage = match kind {
            0 => *self.choices.pick(&DEFINED),
            1 => *self.choices.pick(&[Linkage::External, Linkage::ExternWeak]),
            2 => Linkage::Common,
            3 if matches!(self.module.types.kind(ty), TypeKind::Array { .. }) => Linkage::Appending,
            4 => Linkage::AvailableExternally,
            _ => Linkage::External,
        };
        let defined = kind != 1;
        self.properties(&mut value, defined);
        self.section(&mut value);
        if self.choices.chance(20) {
            value.tls = Some(*self.choices.pick(TlsModel::ALL));
        }
        if self.choices.chance(20) {
            value.address_space = *self.choices.pick(&[1, 3, 5]);
        }
        if self.choices.chance(60) {
            value.alignment = self.alignment(32);
        }
        if defined && matches!(kind, 0 | 3) {
            value.comdat = self.comdat();
        }
        let common = value.linkage == Linkage::Common;
        let mut variable = Variable {
            constant: !common && self.choices.chance(40),
            externally_initialized: self.choices.chance(8),
            // A placeholder that is replaced later.
            initializer: defined.then(|| self.module.constants.zero(&self.module.types, ty)),
            ..Variable::default()
        };
        if self.choices.chance(8) {
            variable.code_model = Some(*self.choices.pick(CodeModel::ALL));
        }
        for &sanitizer in Sanitizer::ALL {
            if self.choices.chance(4) {
                variable.sanitizers.push(sanitizer);
            }
        }
        if self.choices.chance(8) {
            let (key, text) = (self.text("bss-section"), self.text("my \"bss\""));
            let attribute = tern_llvm_ir::attributes::Attribute::String(key, Some(text));
            variable.attributes = self.module.attributes.set(&self.module.strings, vec![attribute]);
        }
        value.kind = GlobalKind::Variable(variable);
        self.module.add_global(value)
    }

    /// A power of two up to `2^most`.
    pub(super) fn alignment(&mut self, most: usize) -> Alignment {
        let shift = match self.choices.weighted(&[90, 10]) {
            0 => self.choices.below(5),
            _ => self.choices.below(most),
        };
        // Upstream's importer truncates the alignment of an access to 32 bits.
        let shift = if self.options.beyond_importer { shift } else { shift.min(31) };
        Alignment::new(1 << shift).unwrap_or(Alignment::NONE)
    }

    /// A function type with parameters that ordinary values can be passed for.
    pub(super) fn signature(&mut self) -> Type {
        let ret = match self.choices.weighted(&[20, 75, 3]) {
            0 => self.module.types.common.void,
            1 => self.any_type(),
            _ => self.target_type(),
        };
        let mut params = Vec::new();
        for _ in 0..self.choices.below(5) {
            params.push(match self.choices.weighted(&[95, 3]) {
                0 => self.any_type(),
                _ => self.target_type(),
            });
        }
        let varargs = self.choices.chance(12);
        self.function_type(ret, params, varargs)
    }

    fn calling_convention(&mut self, ty: Type) -> u32 {
        let varargs = matches!(self.module.types.kind(ty), TypeKind::Function { varargs: true, .. });
        if varargs || self.choices.chance(80) {
            return 0;
        }
        if self.choices.chance(25) {
            return *self.choices.pick(&TAIL_CONVENTIONS);
        }
        let at = self.choices.below(CALLING_CONVENTIONS.len() + RISCV_VLS_CC.count());
        let convention = CALLING_CONVENTIONS
            .get(at)
            .map_or_else(|| RISCV_VLS_CC.start() + (at - CALLING_CONVENTIONS.len()) as u32, |known| known.0);
        match self.choices.chance(10) {
            true if self.options.beyond_importer => 1000,
            false if is_general(convention) && self.has_convention(convention) => convention,
            _ => 8,
        }
    }

    /// Whether functions may have this calling convention.
    fn has_convention(&self, convention: u32) -> bool {
        self.options.beyond_importer || CConv::DEF.spelling(convention.into()).is_some()
    }

    /// Creates a function of this type with its arguments, but no blocks.
    pub(super) fn new_function(&mut self, ty: Type) -> Function {
        match self.module.types.kind(ty) {
            TypeKind::Function { params, .. } => Function::declared(params),
            _ => Function::default(),
        }
    }

    fn declaration(&mut self) -> Global {
        let ty = self.signature();
        let name = Some(self.fresh_name("f"));
        let mut function = self.new_function(ty);
        function.calling_convention = self.calling_convention(ty);
        let mut value = GlobalValue::new(name, ty, GlobalKind::Function(Box::default()));
        value.linkage = *self.choices.pick(&[Linkage::External, Linkage::ExternWeak]);
        self.properties(&mut value, false);
        function.attributes = self.function_attributes(ty, &value, false);
        value.kind = GlobalKind::Function(Box::new(function));
        self.module.add_global(value)
    }

    /// Generates a function with a convention for entry points, which fixes its signature and forbids calls.
    fn entry_point(&mut self) {
        let known = CALLING_CONVENTIONS.iter().map(|known| known.0);
        let special: Vec<u32> = known.filter(|&it| !is_general(it) && self.has_convention(it)).collect();
        let convention = *self.choices.pick(&special);
        let common = self.module.types.common;
        let (params, attribute) = match convention {
            // The interrupted frame.
            83 => (vec![common.ptr], Some(Attribute::Type(AttributeKind::ByVal, common.i32))),
            // Whether the lane is active.
            124 => (vec![common.i1], None),
            _ => (Vec::new(), None),
        };
        let ty = self.function_type(common.void, params, false);
        let mut function = self.new_function(ty);
        function.calling_convention = convention;
        let params = vec![self.module.attributes.set(&self.module.strings, attribute.into_iter().collect())];
        let list = AttributeList { params, ..AttributeList::default() };
        function.attributes = self.module.attributes.list(list);
        let name = Some(self.fresh_name("entry"));
        self.module.add_global(GlobalValue::new(name, ty, GlobalKind::Function(Box::new(function))));
    }

    /// Generates an external variable of opaque struct type.
    fn opaque_variable(&mut self) {
        let name = Some(self.fresh_name("struct.o"));
        let ty = self.module.types.add_struct(IdentifiedStruct { name, fields: None, packed: false });
        let name = Some(self.fresh_name("opaque"));
        self.module.add_global(GlobalValue::new(name, ty, GlobalKind::Variable(Variable::default())));
    }

    /// Generates the control flow of the functions that will have a body.
    pub(super) fn skeletons(&mut self) -> Vec<(Global, Skeleton)> {
        let mut skeletons = Vec::new();
        for _ in 0..self.choices.within(1, self.options.functions.max(1)) {
            let ty = self.signature();
            let unnamed = self.choices.chance(4) && self.options.beyond_importer;
            let name = if unnamed { None } else { Some(self.fresh_name("f")) };
            let mut function = self.new_function(ty);
            function.calling_convention = self.calling_convention(ty);
            let mut value = GlobalValue::new(name, ty, GlobalKind::Function(Box::default()));
            value.linkage = match self.choices.chance(5) {
                true => Linkage::AvailableExternally,
                false => *self.choices.pick(&DEFINED),
            };
            self.properties(&mut value, true);
            if value.linkage == Linkage::AvailableExternally {
                value.dll_storage = DllStorage::Default;
            }
            self.section(&mut value);
            if self.choices.chance(30) {
                value.alignment = self.alignment(10);
            }
            if value.linkage != Linkage::AvailableExternally {
                value.comdat = self.comdat();
            }
            function.attributes = self.function_attributes(ty, &value, true);
            if self.choices.chance(5) {
                function.gc = Some(self.text("statepoint-example"));
            }
            let skeleton = self.skeleton(&mut function);
            value.kind = GlobalKind::Function(Box::new(function));
            let global = self.module.add_global(value);
            self.functions.push(global);
            let function = self.module.globals[global].as_function();
            // LLVM's reader resolves unnamed blocks only inside their own function.
            let named = |block: &Block| function.is_some_and(|it| it.blocks[*block].name.is_some());
            let addressed = skeleton.layout().iter().skip(1).copied().filter(named);
            self.addresses.extend(addressed.map(|block| (global, block)));
            self.defined.insert(global);
            skeletons.push((global, skeleton));
        }
        skeletons
    }

    /// Generates initializers, aliases, ifuncs, prefix and prologue data.
    pub(super) fn initialize_globals(&mut self) {
        for global in self.variables.clone() {
            let value = &self.module.globals[global];
            let (ty, linkage) = (value.ty, value.linkage);
            let GlobalKind::Variable(variable) = &value.kind else { continue };
            if variable.initializer.is_none() || linkage == Linkage::Common {
                continue;
            }
            let constant = self.constant(ty);
            if let GlobalKind::Variable(variable) = &mut self.module.globals[global].kind {
                variable.initializer = Some(constant);
            }
        }
        for global in self.functions.clone() {
            if !self.choices.chance(6) || !self.defined.contains(&global) {
                continue;
            }
            // Upstream's importer drops these, but the values that they refer to have been numbered by LLVM, so names would
            // differ.
            let (prefix, prologue) = match self.options.beyond_importer {
                true => {
                    let ty = self.plain_type();
                    (self.constant(ty), self.constant(ty))
                }
                false => (self.i32(1), self.i32(2)),
            };
            if let GlobalKind::Function(function) = &mut self.module.globals[global].kind {
                function.prefix = Some(prefix);
                function.prologue = Some(prologue);
            }
        }
        while self.choices.chance(20) {
            self.alias();
        }
        if self.choices.chance(8) {
            self.ifunc();
        }
    }

    fn alias(&mut self) {
        let Some(target) = self.global_in(0, true) else { return };
        let aliased = self.module.address_of(target);
        let linkage = *self.choices.pick(&DEFINED);
        let ty = if self.choices.chance(50) {
            self.module.globals[target].ty
        } else {
            self.module.types.common.i8
        };
        let name = Some(self.fresh_name("alias"));
        let mut value = GlobalValue::new(name, ty, GlobalKind::Alias(aliased));
        value.linkage = linkage;
        self.properties(&mut value, true);
        if self.choices.chance(20) {
            value.tls = Some(*self.choices.pick(TlsModel::ALL));
        }
        self.module.add_global(value);
    }

    fn ifunc(&mut self) {
        let returns_pointer = |generator: &Self, global: &Global| {
            let value = &generator.module.globals[*global];
            let ptr = generator.module.types.common.ptr;
            generator.defined.contains(global)
                && value.linkage != Linkage::AvailableExternally
                && matches!(generator.module.types.kind(value.ty), TypeKind::Function { ret, .. } if *ret == ptr)
        };
        let Some(resolver) = self.functions.iter().copied().find(|global| returns_pointer(self, global))
        else {
            return;
        };
        let resolver = self.module.address_of(resolver);
        let ty = self.signature();
        let name = Some(self.fresh_name("ifunc"));
        let mut value = GlobalValue::new(name, ty, GlobalKind::IFunc(resolver));
        value.linkage = *self.choices.pick(&[Linkage::External, Linkage::Internal, Linkage::Weak]);
        value.dso_local = value.implies_dso_local();
        self.module.add_global(value);
    }
}
