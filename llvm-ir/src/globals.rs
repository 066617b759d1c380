//! Globals: variables, functions, aliases, ifuncs, and their comdats. Source: LangRef, Module Structure.

use cranelift_entity::entity_impl;

use crate::attributes::AttributeSetId;
use crate::constants::Constant;
use crate::entity::{StrId, spelled};
use crate::function::Function;
use crate::instruction::Alignment;
use crate::metadata::MdNode;
use crate::types::Type;
use crate::versions::LlvmVersion;

/// A handle to a global of a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Global(u32);
entity_impl!(Global, "@");

/// A handle to a comdat of a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Comdat(u32);
entity_impl!(Comdat, "$");

spelled! {
    /// Linkage. `External` has no keyword for definitions.
    pub enum Linkage {
        External = "external", Private = "private", Internal = "internal", AvailableExternally = "available_externally",
        LinkOnce = "linkonce", LinkOnceOdr = "linkonce_odr", Weak = "weak", WeakOdr = "weak_odr", Appending = "appending",
        Common = "common", ExternWeak = "extern_weak",
    }
    /// Visibility of a global.
    pub enum Visibility { Default = "default", Hidden = "hidden", Protected = "protected" }
    /// DLL storage class. `Default` has no keyword.
    pub enum DllStorage { Default = "", Import = "dllimport", Export = "dllexport" }
    /// Thread-local storage model: `thread_local(…)`.
    pub enum TlsModel {
        GeneralDynamic = "", LocalDynamic = "localdynamic", InitialExec = "initialexec", LocalExec = "localexec",
    }
    /// Whether the address is significant. `None` has no keyword.
    pub enum UnnamedAddr { None = "", Local = "local_unnamed_addr", Global = "unnamed_addr" }
    /// Code model of a global variable.
    pub enum CodeModel { Tiny = "tiny", Small = "small", Kernel = "kernel", Medium = "medium", Large = "large" }
    /// How the linker chooses among comdats with the same name.
    pub enum ComdatKind {
        Any = "any", ExactMatch = "exactmatch", Largest = "largest", NoDeduplicate = "nodeduplicate", SameSize = "samesize",
    }
    /// Sanitizer markers of a global variable, in the order in which LLVM prints them.
    pub enum Sanitizer {
        NoAddress = "no_sanitize_address", NoHwAddress = "no_sanitize_hwaddress", MemTag = "sanitize_memtag",
        AddressDynInit = "sanitize_address_dyninit",
    }
}

/// A comdat: `$name = comdat any`. LangRef, Comdats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComdatData {
    /// The comdat's name.
    pub name: StrId,
    /// The selection kind.
    pub kind: ComdatKind,
}

/// A global value: the properties that all kinds of globals have, and a [`GlobalKind`].
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct GlobalValue {
    /// The name; `None` if the global is numbered.
    pub name: Option<StrId>,
    /// The type of the entity: of the variable's value, or of the function.
    pub ty: Type,
    pub linkage: Linkage,
    pub visibility: Visibility,
    pub dll_storage: DllStorage,
    /// Whether `dso_local` is given or implied.
    pub dso_local: bool,
    /// The thread-local storage model, if the global is thread-local.
    pub tls: Option<TlsModel>,
    pub unnamed_addr: UnnamedAddr,
    pub address_space: u32,
    pub partition: Option<StrId>,
    pub section: Option<StrId>,
    pub comdat: Option<Comdat>,
    pub alignment: Alignment,
    /// Metadata attachments: kind and node.
    pub attachments: Vec<(StrId, MdNode)>,
    pub kind: GlobalKind,
}

impl Linkage {
    /// Whether another definition, of another size and with other contents, may take the place of one with this linkage when the program is
    /// linked.
    pub fn is_interposable(self) -> bool {
        matches!(self, Self::Weak | Self::LinkOnce | Self::Common | Self::ExternWeak)
    }
}

impl GlobalValue {
    /// The constants that the global has outside of its body: initializer, aliasee, resolver, personality, prefix and prologue.
    pub fn constants(&self) -> impl Iterator<Item = Constant> + use<> {
        let own = match &self.kind {
            GlobalKind::Variable(variable) => [variable.initializer, None, None],
            GlobalKind::Alias(constant) | GlobalKind::IFunc(constant) => [Some(*constant), None, None],
            GlobalKind::Function(function) => [function.personality, function.prefix, function.prologue],
        };
        own.into_iter().flatten()
    }

    /// A global of this type and kind with default properties.
    pub fn new(name: Option<StrId>, ty: Type, kind: GlobalKind) -> Self {
        Self {
            name,
            ty,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            dll_storage: DllStorage::Default,
            dso_local: false,
            tls: None,
            unnamed_addr: UnnamedAddr::None,
            address_space: 0,
            partition: None,
            section: None,
            comdat: None,
            alignment: Alignment::NONE,
            attachments: Vec::new(),
            kind,
        }
    }

    /// The function, if it is one.
    pub fn as_function(&self) -> Option<&Function> {
        match &self.kind {
            GlobalKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The function, if it is one, for changes.
    pub fn as_function_mut(&mut self) -> Option<&mut Function> {
        match &mut self.kind {
            GlobalKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Whether linkage and visibility imply `dso_local`, so that it is not printed.
    pub fn implies_dso_local(&self) -> bool {
        matches!(self.linkage, Linkage::Private | Linkage::Internal)
            || (self.visibility != Visibility::Default && self.linkage != Linkage::ExternWeak)
    }
}

/// The kind of a global, with the properties that only this kind has.
#[derive(Clone, Debug)]
pub enum GlobalKind {
    /// `@x = global …`.
    Variable(Variable),
    /// `define`, `declare`.
    Function(Box<Function>),
    /// `@x = alias …`: the aliasee.
    Alias(Constant),
    /// `@x = ifunc …`: the resolver.
    IFunc(Constant),
}

/// The properties that only variables have.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Variable {
    pub constant: bool,
    pub externally_initialized: bool,
    /// The initializer; `None` for a declaration.
    pub initializer: Option<Constant>,
    pub code_model: Option<CodeModel>,
    pub sanitizers: Vec<Sanitizer>,
    pub attributes: AttributeSetId,
}

/// The names of calling conventions, by number. 101, for interrupts on M68k, has no name in LLVM's text. Source: LangRef, Calling
/// Conventions.
pub const CALLING_CONVENTIONS: &[(u32, &str)] = &[
    (8, "fastcc"),
    (9, "coldcc"),
    (10, "ghccc"),
    (13, "anyregcc"),
    (14, "preserve_mostcc"),
    (15, "preserve_allcc"),
    (16, "swiftcc"),
    (17, "cxx_fast_tlscc"),
    (18, "tailcc"),
    (19, "cfguard_checkcc"),
    (20, "swifttailcc"),
    (21, "preserve_nonecc"),
    (64, "x86_stdcallcc"),
    (65, "x86_fastcallcc"),
    (66, "arm_apcscc"),
    (67, "arm_aapcscc"),
    (68, "arm_aapcs_vfpcc"),
    (69, "msp430_intrcc"),
    (70, "x86_thiscallcc"),
    (71, "ptx_kernel"),
    (72, "ptx_device"),
    (75, "spir_func"),
    (76, "spir_kernel"),
    (77, "intel_ocl_bicc"),
    (78, "x86_64_sysvcc"),
    (79, "win64cc"),
    (80, "x86_vectorcallcc"),
    (81, "hhvmcc"),
    (82, "hhvm_ccc"),
    (83, "x86_intrcc"),
    (84, "avr_intrcc"),
    (85, "avr_signalcc"),
    (87, "amdgpu_vs"),
    (88, "amdgpu_gs"),
    (89, "amdgpu_ps"),
    (90, "amdgpu_cs"),
    (91, "amdgpu_kernel"),
    (92, "x86_regcallcc"),
    (93, "amdgpu_hs"),
    (95, "amdgpu_ls"),
    (96, "amdgpu_es"),
    (97, "aarch64_vector_pcs"),
    (98, "aarch64_sve_vector_pcs"),
    (100, "amdgpu_gfx"),
    (102, "aarch64_sme_preservemost_from_x0"),
    (103, "aarch64_sme_preservemost_from_x2"),
    (104, "amdgpu_cs_chain"),
    (105, "amdgpu_cs_chain_preserve"),
    (106, "m68k_rtdcc"),
    (107, "graalcc"),
    (110, "riscv_vector_cc"),
    (111, "aarch64_sme_preservemost_from_x1"),
    (124, "amdgpu_gfx_whole_wave"),
    (125, "cheriot_compartmentcallcc"),
    (126, "cheriot_compartmentcalleecc"),
    (127, "cheriot_librarycallcc"),
];

/// The name of the calling convention with this number, if it has one in [`CALLING_CONVENTIONS`].
pub fn calling_convention_name(number: u32) -> Option<&'static str> {
    CALLING_CONVENTIONS.iter().find(|(known, _)| *known == number).map(|(_, name)| *name)
}

/// The first version of LLVM that has a name for the calling convention with this number. Older ones take the number.
pub fn calling_convention_since(number: u32) -> LlvmVersion {
    LlvmVersion::since(match number {
        95 | 96 => 6,
        97 => 8,
        18 | 19 | 98 => 10,
        20 | 100 => 13,
        102 | 103 => 16,
        104..=106 => 17,
        21 | 107 | 110 | 111 => 19,
        112..=124 => 21,
        125..=127 => 22,
        _ => return LlvmVersion::OLDEST,
    })
}

/// The numbers of `riscv_vls_cc(abi vector length)`: 112 for a length of 32 bits up to 123 for 65536.
pub const RISCV_VLS_CC: std::ops::RangeInclusive<u32> = 112..=123;
