//! Module summaries: what ThinLTO knows of a module without reading its functions. Source: LangRef, ThinLTO Summary.
//!
//! In the text a summary is the entries `^0 = module: …`, `^1 = gv: …` and so on behind the module. Entries refer to each other by
//! handle here, and by number in the text; [`Summary::values`] may be in any order, because LLVM orders them by GUID.

use std::collections::BTreeMap;

use cranelift_entity::{PrimaryMap, entity_impl};

use crate::entity::{StrId, spelled};
use crate::globals::{Global, Linkage, Visibility};
use crate::module::Module;

/// A handle to a module of a summary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SummaryModule(u32);
entity_impl!(SummaryModule, "module");

/// A handle to an entry for a global.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SummaryValue(u32);
entity_impl!(SummaryValue, "gv");

/// A handle to a type identifier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SummaryTypeId(u32);
entity_impl!(SummaryTypeId, "typeid");

/// The summary of a module, or of several that are linked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The modules that the entries are from.
    pub modules: PrimaryMap<SummaryModule, ModuleEntry>,
    /// The globals.
    pub values: PrimaryMap<SummaryValue, ValueEntry>,
    /// The type identifiers.
    pub type_ids: PrimaryMap<SummaryTypeId, TypeIdEntry>,
    /// Flags of the whole summary, as LLVM numbers their bits.
    pub flags: u64,
    /// The number of basic blocks.
    pub block_count: u64,
}

/// `module: (path: "a.o", hash: (1, 2, 3, 4, 5))`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ModuleEntry {
    pub path: StrId,
    pub hash: [u32; 5],
}

/// What identifies a global.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueName {
    /// The name of a global of the module.
    Name(StrId),
    /// The [GUID](guid) of a global of any module.
    Guid(u64),
}

/// `gv: (name: "f", summaries: (…))`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueEntry {
    /// Which global it is.
    pub name: ValueName,
    /// The definitions of the global; none if it is only referred to.
    pub summaries: Vec<ValueSummary>,
}

/// A definition of a global: what all kinds have in common, and a [`SummaryKind`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ValueSummary {
    pub module: SummaryModule,
    pub linkage: Linkage,
    pub visibility: Visibility,
    pub flags: ValueFlags,
    pub import: ImportType,
    /// The globals whose address is used.
    pub refs: Vec<ValueRef>,
    pub kind: SummaryKind,
}

/// The kind of a definition, with what only this kind has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SummaryKind {
    /// `function: (…)`.
    Function(Box<FunctionSummary>),
    /// `variable: (…)`.
    Variable(VariableSummary),
    /// `alias: (…)`, with the entry of the aliasee if that is known.
    Alias(Option<SummaryValue>),
}

/// Declares flags that the text spells `name: 0` and `name: 1`, in the order in which LLVM prints them.
macro_rules! summary_flags {
    ($($(#[$meta:meta])* $flags:ident: $bits:ty { $($flag:ident = $name:literal at $bit:literal),+ $(,)? })+) => {$(
        bitflags::bitflags! {
            $(#[$meta])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
            pub struct $flags: $bits {
                $(#[doc = concat!("`", $name, "`.")] const $flag = 1 << $bit;)+
            }
        }

        impl $flags {
            /// All flags with their names.
            pub const NAMES: &'static [(&'static str, Self)] = &[$(($name, Self::$flag)),+];

            /// The flag with this name.
            pub fn named(name: &[u8]) -> Option<Self> {
                Self::NAMES.iter().find(|(known, _)| known.as_bytes() == name).map(|&(_, flag)| flag)
            }
        }
    )+};
}

summary_flags! {
    /// Flags of all globals: `flags: (…)`.
    ValueFlags: u8 {
        NOT_ELIGIBLE_TO_IMPORT = "notEligibleToImport" at 0, LIVE = "live" at 1, DSO_LOCAL = "dsoLocal" at 2,
        CAN_AUTO_HIDE = "canAutoHide" at 3, NO_RENAME_ON_PROMOTION = "noRenameOnPromotion" at 4,
    }
    /// Flags of functions: `funcFlags: (…)`. The bits are those of bitcode.
    FunctionFlags: u16 {
        READ_NONE = "readNone" at 0, READ_ONLY = "readOnly" at 1, NO_RECURSE = "noRecurse" at 2,
        RETURN_DOES_NOT_ALIAS = "returnDoesNotAlias" at 3, NO_INLINE = "noInline" at 4, ALWAYS_INLINE = "alwaysInline" at 5,
        NO_UNWIND = "noUnwind" at 6, MAY_THROW = "mayThrow" at 7, HAS_UNKNOWN_CALL = "hasUnknownCall" at 8,
        MUST_BE_UNREACHABLE = "mustBeUnreachable" at 9,
    }
    /// Flags of variables: `varFlags: (…)`. The bits are those of bitcode.
    VariableFlags: u8 { READ_ONLY = "readonly" at 0, WRITE_ONLY = "writeonly" at 1, CONSTANT = "constant" at 2 }
}

spelled! {
    /// Whether the definition or only the declaration of a global is imported.
    pub enum ImportType { Definition = "definition", Declaration = "declaration" }
    /// How hot a call is.
    pub enum Hotness { Unknown = "unknown", Cold = "cold", None = "none", Hot = "hot", Critical = "critical" }
    /// How a global is accessed by what refers to it. LLVM orders references by this.
    pub enum Access { Any = "", ReadOnly = "readonly", WriteOnly = "writeonly" }
    /// How often the memory of an allocation is accessed.
    pub enum AllocationType { None = "none", NotCold = "notcold", Cold = "cold", Hot = "hot" }
    /// How type tests of an identifier are done.
    pub enum TypeTestKind {
        Unknown = "unknown", Unsat = "unsat", ByteArray = "byteArray", Inline = "inline", Single = "single",
        AllOnes = "allOnes",
    }
    /// What a virtual call becomes.
    pub enum DevirtualizationKind { Indirect = "indir", SingleImpl = "singleImpl", BranchFunnel = "branchFunnel" }
    /// What a virtual call with these constant arguments becomes.
    pub enum ByArgumentKind {
        Indirect = "indir", UniformReturnValue = "uniformRetVal", UniqueReturnValue = "uniqueRetVal",
        VirtualConstProp = "virtualConstProp",
    }
}

/// `readonly ^1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ValueRef {
    pub value: SummaryValue,
    pub access: Access,
}

/// What only functions have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct FunctionSummary {
    /// The number of instructions.
    pub insts: u32,
    pub flags: FunctionFlags,
    pub calls: Vec<CallEdge>,
    pub type_tests: Vec<TypeRef>,
    pub type_test_assume_vcalls: Vec<VirtualFunction>,
    pub type_checked_load_vcalls: Vec<VirtualFunction>,
    pub type_test_assume_const_vcalls: Vec<ConstCall>,
    pub type_checked_load_const_vcalls: Vec<ConstCall>,
    pub allocs: Vec<Allocation>,
    pub callsites: Vec<Callsite>,
    pub params: Vec<ParamAccess>,
}

impl FunctionSummary {
    /// The lists of virtual calls, with their names.
    pub(crate) fn vcalls(&self) -> [(&'static str, &[VirtualFunction]); 2] {
        [
            ("typeTestAssumeVCalls", &self.type_test_assume_vcalls),
            ("typeCheckedLoadVCalls", &self.type_checked_load_vcalls),
        ]
    }

    /// The lists of virtual calls with constant arguments, with their names.
    pub(crate) fn const_vcalls(&self) -> [(&'static str, &[ConstCall]); 2] {
        [
            ("typeTestAssumeConstVCalls", &self.type_test_assume_const_vcalls),
            ("typeCheckedLoadConstVCalls", &self.type_checked_load_const_vcalls),
        ]
    }
}

/// Calls of one callee: `(callee: ^1, hotness: hot, tail: 1)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct CallEdge {
    pub callee: SummaryValue,
    pub hotness: Hotness,
    /// The frequency relative to that of the function's entry, times 256; only if there is no hotness.
    pub relative_frequency: u32,
    /// Whether one of the calls is a tail call.
    pub tail: bool,
}

/// A type identifier, as functions refer to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeRef {
    /// An entry of the summary.
    Entry(SummaryTypeId),
    /// The [GUID](guid) of its name.
    Guid(u64),
}

/// `vFuncId: (^5, offset: 16)`: a slot of the virtual tables of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct VirtualFunction {
    pub type_id: TypeRef,
    pub offset: u64,
}

/// `(vFuncId: (…), args: (1, 2))`: a virtual call whose arguments are constants.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ConstCall {
    pub function: VirtualFunction,
    pub args: Vec<u64>,
}

/// `(versions: (none), memProf: (…))`: an allocation in a memory profile.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Allocation {
    /// For each clone of the function.
    pub versions: Vec<AllocationType>,
    pub contexts: Vec<AllocationContext>,
}

/// `(type: cold, stackIds: (1, 2))`: callers of an allocation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct AllocationContext {
    pub kind: AllocationType,
    pub stack_ids: Vec<u64>,
}

/// `(callee: ^1, clones: (0), stackIds: (1))`: a call in a memory profile.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Callsite {
    pub callee: Option<SummaryValue>,
    /// For each clone of the function, the clone that it calls.
    pub clones: Vec<u32>,
    pub stack_ids: Vec<u64>,
}

/// Offsets from a pointer, from the first to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct OffsetRange {
    pub first: i64,
    pub last: i64,
}

/// `(param: 0, offset: [0, 7], calls: (…))`: how a function accesses memory through a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ParamAccess {
    pub param: u64,
    pub offsets: OffsetRange,
    /// The calls that the parameter is passed to.
    pub calls: Vec<ParamCall>,
}

/// `(callee: ^1, param: 0, offset: [0, 7])`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ParamCall {
    pub callee: SummaryValue,
    pub param: u64,
    pub offsets: OffsetRange,
}

/// What only variables have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct VariableSummary {
    pub flags: VariableFlags,
    /// Who may call functions of the virtual table: 0 anyone, 1 the linkage unit, 2 the translation unit.
    pub vcall_visibility: u8,
    /// The functions in a virtual table, with their offsets.
    pub vtable_functions: Vec<(SummaryValue, u64)>,
}

/// A type identifier: `typeid: (…)`, `typeidCompatibleVTable: (…)`, or both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeIdEntry {
    /// The name.
    pub name: StrId,
    /// How tests and virtual calls of the type are done.
    pub resolution: Option<TypeIdResolution>,
    /// The virtual tables of the type, with the offsets of their address points.
    pub vtables: Vec<(u64, SummaryValue)>,
}

/// `summary: (typeTestRes: (…), wpdResolutions: (…))`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct TypeIdResolution {
    pub test: TypeTest,
    /// By the offset of the function in the virtual table.
    pub devirtualized: BTreeMap<u64, Devirtualization>,
}

/// `typeTestRes: (kind: …, sizeM1BitWidth: …)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct TypeTest {
    pub kind: TypeTestKind,
    pub size_m1_bit_width: u32,
    pub align_log2: u64,
    pub size_m1: u64,
    pub bit_mask: u8,
    pub inline_bits: u64,
}

/// `wpdRes: (kind: singleImpl, singleImplName: "f")`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Devirtualization {
    pub kind: DevirtualizationKind,
    pub single_impl: Option<StrId>,
    pub by_args: BTreeMap<Vec<u64>, ByArgument>,
}

/// `byArg: (kind: uniformRetVal, info: 1)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ByArgument {
    pub kind: ByArgumentKind,
    pub info: u64,
    pub byte: u32,
    pub bit: u32,
}

/// The GUID of a name: the first eight bytes of its MD5 hash.
pub fn guid(name: &[u8]) -> u64 {
    u64::from_le_bytes(*md5::compute(name).first_chunk().unwrap_or(&[0; 8]))
}

impl Module {
    /// The GUID of a global. The name of the source file is part of it if the global is local to the module.
    pub fn guid(&self, global: Global) -> u64 {
        let value = &self.globals[global];
        let name = value.name.map_or(&b""[..], |name| self.strings.get(name));
        // The byte 1 says that the name is not to be mangled.
        let name = name.strip_prefix(b"\x01").unwrap_or(name);
        if !matches!(value.linkage, Linkage::Internal | Linkage::Private) {
            return guid(name);
        }
        let file = self.source_filename.map_or(&b""[..], |file| self.strings.get(file));
        guid(&[if file.is_empty() { b"<unknown>" } else { file }, b";", name].concat())
    }
}
