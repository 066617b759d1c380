//! The kinds of specialized nodes and their fields. Source: LangRef, Specialized Metadata Nodes.

use tern_support::dwarf::Table;

use crate::versions::LlvmVersion;

/// A kind of specialized node.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The kind's name, such as `DILocation`.
    pub name: &'static str,
    /// Whether nodes of this kind must be distinct.
    pub distinct: bool,
    /// The first version of LLVM that has the kind.
    pub since: LlvmVersion,
    /// The fields, in LLVM's usual order of printing. `DIExpression` and `DIArgList` have unnamed values instead.
    pub fields: &'static [FieldDef],
}

impl Kind {
    /// The kind with this name.
    pub fn find(name: &[u8]) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.name.as_bytes() == name)
    }
}

/// The declaration of a field.
#[derive(Clone, Copy, Debug)]
pub struct FieldDef {
    /// The field's name.
    pub name: &'static str,
    /// The values that it can hold.
    pub holds: Holds,
    /// Whether the field is required.
    pub required: bool,
    /// The first version of LLVM that has the field.
    pub since: LlvmVersion,
}

/// The values that a field can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// A node, string or constant, or `null`.
    Metadata,
    /// A node, string or constant, but not `null`.
    NotNull,
    /// A list of references: `{!1, !2}`.
    List,
    /// A string.
    String,
    /// A non-empty string.
    Text,
    /// A number from 0 to this limit.
    Unsigned(u64),
    /// A number in this inclusive range.
    Signed(i64, i64),
    /// A number of any size.
    Integer,
    /// An integer of any size. LLVM stores it in as few bits as the text needs, ignores its sign, and prints it as unsigned.
    Bits,
    /// A number from 0 to this limit, or metadata.
    UnsignedOrMetadata(u64),
    /// A 64-bit number of at least this value, or metadata that is not `null`.
    SignedOrNotNull(i64),
    /// A 64-bit number of at least this value, or metadata, which may be `null`.
    SignedOrMetadata(i64),
    /// `true` or `false`.
    Bool,
    /// The name of a DWARF constant, or a number up to this limit; the last part is LLVM's term in messages.
    Dwarf(Table, u64, &'static str),
    /// Keywords from this table, or numbers, joined by `|`.
    Flags(Words),
    /// One of these keywords, or its index if numbers are allowed; the last part is LLVM's term in messages.
    OneOf(&'static [&'static str], Numbers, &'static str),
}

/// Whether a keyword may be given as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// The index of the keyword is accepted.
    Allowed,
    /// Only keywords are accepted.
    NotAllowed,
}

/// A set of keywords with a common prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// The common prefix.
    pub prefix: &'static str,
    /// The rest of each keyword.
    pub names: &'static [&'static str],
    /// LLVM's term for such a keyword in messages.
    pub called: &'static str,
    /// Those that the oldest version of LLVM lacks, by the first version that has them.
    newer: &'static [(u8, &'static [&'static str])],
}

impl Words {
    const fn new(
        prefix: &'static str,
        names: &'static [&'static str],
        called: &'static str,
        newer: &'static [(u8, &'static [&'static str])],
    ) -> Self {
        Self { prefix, names, called, newer }
    }

    /// The first version of LLVM that has a keyword.
    pub fn since(&self, word: &str) -> LlvmVersion {
        let name = word.strip_prefix(self.prefix).unwrap_or(word);
        let newer = self.newer.iter().find(|(_, names)| names.contains(&name));
        newer.map_or(LlvmVersion::OLDEST, |&(since, _)| LlvmVersion::since(since))
    }

    /// Whether a keyword is in the set.
    pub fn hold(&self, word: &[u8]) -> bool {
        let name = word.strip_prefix(self.prefix.as_bytes());
        name.is_some_and(|name| self.names.iter().any(|known| known.as_bytes() == name))
    }
}

/// LLVM's term for the kind of a checksum, the only one of which it says that a keyword is invalid.
pub(crate) const CHECKSUM_KIND: &str = "checksum kind";

const U32: u64 = u32::MAX as u64;
const U16: u64 = u16::MAX as u64;

const LINE: Holds = Holds::Unsigned(U32);
const COLUMN: Holds = Holds::Unsigned(U16);
const ALIGN: Holds = Holds::Unsigned(U32);
const SIZE: Holds = Holds::UnsignedOrMetadata(u64::MAX);
const BOUND: Holds = Holds::SignedOrMetadata(i64::MIN);
const TAG: Holds = Holds::Dwarf(tern_support::dwarf::TAGS, 0xffff, "DWARF tag");
const ENCODING: Holds = Holds::Dwarf(tern_support::dwarf::ENCODINGS, 0xff, "DWARF type attribute encoding");
const LANGUAGE: Holds = Holds::Dwarf(tern_support::dwarf::LANGUAGES, 0xffff, "DWARF language");
const LANGUAGE_NAME: Holds =
    Holds::Dwarf(tern_support::dwarf::LANGUAGE_NAMES, U32, "DWARF source language name");
const DIALECT: Holds = Holds::Dwarf(tern_support::dwarf::LANGUAGE_DIALECTS, U16, "DWARF language dialect");
const CONVENTION: Holds =
    Holds::Dwarf(tern_support::dwarf::CALLING_CONVENTIONS, 0xff, "DWARF calling convention");
const VIRTUALITY: Holds = Holds::Dwarf(tern_support::dwarf::VIRTUALITIES, 2, "DWARF virtuality code");
const MACINFO: Holds = Holds::Dwarf(tern_support::dwarf::MACRO_TYPES, 0xff, "DWARF macinfo type");
const ENUM_KIND: Holds = Holds::Dwarf(tern_support::dwarf::ENUM_KINDS, 1, "DWARF enum kind code");
const FLAGS: Holds = Holds::Flags(Words::new(
    "DIFlag",
    &[
        "Private",
        "Protected",
        "Public",
        "FwdDecl",
        "AppleBlock",
        "ReservedBit4",
        "Virtual",
        "Artificial",
        "Explicit",
        "Prototyped",
        "ObjcClassComplete",
        "ObjectPointer",
        "Vector",
        "StaticMember",
        "LValueReference",
        "RValueReference",
        "ExportSymbols",
        "SingleInheritance",
        "MultipleInheritance",
        "VirtualInheritance",
        "IntroducedVirtual",
        "BitField",
        "NoReturn",
        "TypePassByValue",
        "TypePassByReference",
        "EnumClass",
        "Thunk",
        "NonTrivial",
        "BigEndian",
        "LittleEndian",
        "AllCallsDescribed",
        "NameIsSimplified",
        "IndirectVirtualBase",
    ],
    "debug info flag",
    &[
        (7, &["TypePassByValue", "TypePassByReference", "Thunk"]),
        (8, &["EnumClass", "BigEndian", "LittleEndian", "AllCallsDescribed"]),
        (9, &["NonTrivial"]),
        (10, &["ReservedBit4", "ExportSymbols"]),
        (21, &["NameIsSimplified"]),
    ],
));
const SP_FLAGS: Holds = Holds::Flags(Words::new(
    "DISPFlag",
    &[
        "Virtual",
        "PureVirtual",
        "LocalToUnit",
        "Definition",
        "Optimized",
        "Pure",
        "Elemental",
        "Recursive",
        "MainSubprogram",
        "Deleted",
        "ObjCDirect",
    ],
    "subprogram debug info flag",
    &[(9, &["Pure", "Elemental", "Recursive", "MainSubprogram"]), (10, &["Deleted", "ObjCDirect"])],
));
const EMISSION: Holds = Holds::OneOf(
    &["NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly"],
    Numbers::Allowed,
    "emission kind",
);
const NAME_TABLE: Holds =
    Holds::OneOf(&["Default", "GNU", "None", "Apple"], Numbers::Allowed, "nameTable kind");
const CHECKSUM: Holds =
    Holds::OneOf(&["CSK_MD5", "CSK_SHA1", "CSK_SHA256"], Numbers::NotAllowed, CHECKSUM_KIND);
const FIXED_POINT: Holds =
    Holds::OneOf(&["Binary", "Decimal", "Rational"], Numbers::Allowed, "fixed-point kind");

/// Passes the table of kinds to a macro: `node` or `distinct`, the name, and the fields: whether a field may or must be given, its name,
/// the name of its accessor if that is another, and the values that it can hold; `since` is the first version of LLVM that has it, if that
/// is not the oldest. The most frequent kinds come first.
macro_rules! with_kinds {
    ($macro:ident) => {
        $macro! {
            node DILocation {
                may line: LINE, may column: COLUMN, must scope: NotNull, may inlinedAt as inlined_at: Metadata,
                may isImplicitCode as is_implicit_code: Bool since 8, may atomGroup as atom_group: Unsigned(u64::MAX) since 21,
                may atomRank as atom_rank: Unsigned(0xff) since 21,
            }
            node DIExpression {}
            node DILocalVariable {
                may name: String, may arg: Unsigned(U16), must scope: NotNull, may file: Metadata,
                may line: LINE, may type as ty: Metadata, may flags: FLAGS, may align: ALIGN,
                may annotations: Metadata since 14,
            }
            node DIDerivedType {
                must tag: TAG, may name: String, may scope: Metadata, may file: Metadata, may line: LINE,
                must baseType as base_type: Metadata, may size: SIZE, may align: ALIGN, may offset: SIZE,
                may flags: FLAGS, may extraData as extra_data: Metadata,
                may dwarfAddressSpace as dwarf_address_space: Unsigned(U32), may annotations: Metadata since 14,
                may ptrAuthKey as ptr_auth_key: Unsigned(7) since 19,
                may ptrAuthIsAddressDiscriminated as ptr_auth_is_address_discriminated: Bool since 19,
                may ptrAuthExtraDiscriminator as ptr_auth_extra_discriminator: Unsigned(U16) since 19,
                may ptrAuthIsaPointer as ptr_auth_isa_pointer: Bool since 19,
                may ptrAuthAuthenticatesNullValues as ptr_auth_authenticates_null_values: Bool since 19,
            }
            node DICompositeType {
                must tag: TAG, may name: String, may scope: Metadata, may file: Metadata, may line: LINE,
                may baseType as base_type: Metadata, may size: SIZE, may align: ALIGN, may offset: SIZE,
                may flags: FLAGS, may elements: Metadata, may runtimeLang as runtime_lang: LANGUAGE,
                may vtableHolder as vtable_holder: Metadata, may templateParams as template_params: Metadata,
                may identifier: String, may discriminator: Metadata since 7,
                may dataLocation as data_location: Metadata since 11, may associated: Metadata since 13, may allocated: Metadata since 13,
                may rank: SignedOrMetadata(i64::MIN) since 13, may annotations: Metadata since 14,
                may num_extra_inhabitants: Unsigned(U32) since 20, may specification: Metadata since 20,
                may enumKind as enum_kind: ENUM_KIND since 21, may bitStride as bit_stride: Metadata since 21,
            }
            node DISubprogram {
                may name: String, may linkageName as linkage_name: String, may scope: Metadata,
                may file: Metadata, may line: LINE, may type as ty: Metadata, may scopeLine as scope_line: LINE,
                may containingType as containing_type: Metadata,
                may virtualIndex as virtual_index: Unsigned(U32),
                may thisAdjustment as this_adjustment: Signed(i32::MIN as i64, i32::MAX as i64),
                may flags: FLAGS, may spFlags as sp_flags: SP_FLAGS since 8, may unit: Metadata,
                may templateParams as template_params: Metadata, may declaration: Metadata,
                may retainedNodes as retained_nodes: Metadata since 7, may thrownTypes as thrown_types: Metadata,
                may annotations: Metadata since 14, may targetFuncName as target_func_name: String since 15,
                may keyInstructions as key_instructions: Bool since 21, may isLocal as is_local: Bool,
                may isDefinition as is_definition: Bool, may isOptimized as is_optimized: Bool,
                may virtuality: VIRTUALITY,
            }
            node DILexicalBlock {
                must scope: NotNull, may file: Metadata, may line: LINE, may column: COLUMN,
            }
            node DILexicalBlockFile {
                must scope: NotNull, may file: Metadata, must discriminator: Unsigned(U32),
            }
            node DISubroutineType { may flags: FLAGS, may cc: CONVENTION, must types: Metadata, }
            node DIBasicType {
                may tag: TAG, may name: String, may scope: Metadata since 23, may file: Metadata since 23,
                may line: LINE since 23, may size: SIZE, may align: ALIGN,
                may dataSize as data_size: Unsigned(U32) since 22, may encoding: ENCODING,
                may num_extra_inhabitants: Unsigned(U32) since 20, may flags: FLAGS since 8,
            }
            node DIFixedPointType since 21 {
                may tag: TAG, may name: String, may scope: Metadata since 23, may file: Metadata since 23,
                may line: LINE since 23, may size: SIZE, may align: ALIGN, may encoding: ENCODING,
                may flags: FLAGS, may kind: FIXED_POINT, may factor: Signed(i64::MIN, i64::MAX),
                may numerator: Bits, may denominator: Bits,
            }
            node DIStringType since 13 {
                may tag: TAG, may name: String, may stringLength as string_length: Metadata,
                may stringLengthExpression as string_length_expression: Metadata,
                may stringLocationExpression as string_location_expression: Metadata since 14, may size: SIZE,
                may align: ALIGN, may encoding: ENCODING,
            }
            node DISubrangeType since 21 {
                may name: String, may scope: Metadata, may file: Metadata, may line: LINE, may size: SIZE,
                may align: ALIGN, may flags: FLAGS, may baseType as base_type: Metadata,
                may lowerBound as lower_bound: BOUND, may upperBound as upper_bound: BOUND, may stride: BOUND,
                may bias: BOUND,
            }
            node DISubrange {
                may count: SignedOrNotNull(-1), may lowerBound as lower_bound: BOUND,
                may upperBound as upper_bound: BOUND since 11, may stride: BOUND since 11,
            }
            node DIGenericSubrange since 13 {
                may count: BOUND, may lowerBound as lower_bound: BOUND, may upperBound as upper_bound: BOUND,
                may stride: BOUND,
            }
            node DIEnumerator { must name: String, must value: Integer, may isUnsigned as is_unsigned: Bool since 7, }
            node DITemplateTypeParameter { may name: String, must type as ty: Metadata, may defaulted: Bool since 11, }
            node DITemplateValueParameter {
                may tag: TAG, may name: String, may type as ty: Metadata, may defaulted: Bool since 11,
                must value: Metadata,
            }
            node DIFile {
                must filename: String, must directory: String, may checksumkind: CHECKSUM, may checksum: String,
                may source: String since 7,
            }
            distinct DICompileUnit {
                may language: LANGUAGE, may sourceLanguageName as source_language_name: LANGUAGE_NAME since 22,
                may sourceLanguageVersion as source_language_version: Unsigned(U32) since 23, must file: NotNull,
                may producer: String, may isOptimized as is_optimized: Bool, may flags: String,
                may runtimeVersion as runtime_version: Unsigned(U32),
                may splitDebugFilename as split_debug_filename: String,
                may emissionKind as emission_kind: EMISSION, may enums: Metadata,
                may retainedTypes as retained_types: Metadata, may globals: Metadata, may imports: Metadata,
                may macros: Metadata, may dwoId as dwo_id: Unsigned(u64::MAX),
                may splitDebugInlining as split_debug_inlining: Bool,
                may debugInfoForProfiling as debug_info_for_profiling: Bool,
                may nameTableKind as name_table_kind: NAME_TABLE since 8,
                may rangesBaseAddress as ranges_base_address: Bool since 11, may sysroot: String since 11, may sdk: String since 11,
                may dialect: DIALECT since 23,
            }
            node DIGlobalVariable {
                may name: Text, may scope: Metadata, may linkageName as linkage_name: String,
                may file: Metadata, may line: LINE, may type as ty: Metadata, may isLocal as is_local: Bool,
                may isDefinition as is_definition: Bool, may declaration: Metadata,
                may templateParams as template_params: Metadata since 8, may align: ALIGN, may annotations: Metadata since 14,
            }
            node DIGlobalVariableExpression { must var: Metadata, must expr: Metadata, }
            node DIImportedEntity {
                must tag: TAG, may name: String, must scope: Metadata, may entity: Metadata, may file: Metadata,
                may line: LINE, may elements: Metadata since 14,
            }
            node DINamespace {
                may name: String, must scope: Metadata, may exportSymbols as export_symbols: Bool,
            }
            node DIModule {
                must scope: Metadata, must name: String, may configMacros as config_macros: String,
                may includePath as include_path: String, may apinotes: String since 11, may file: Metadata since 11,
                may line: LINE since 11, may isDecl as is_decl: Bool since 13,
            }
            node DICommonBlock since 9 {
                must scope: Metadata, may declaration: Metadata, may name: String, may file: Metadata,
                may line: LINE,
            }
            node DILabel since 7 {
                must scope: NotNull, must name: String, must file: Metadata, must line: LINE,
                may column: COLUMN since 21, may isArtificial as is_artificial: Bool since 21,
                may coroSuspendIdx as coro_suspend_idx: Unsigned(u64::MAX) since 21,
            }
            node DIMacro { must type as ty: MACINFO, may line: LINE, must name: String, may value: String, }
            node DIMacroFile {
                may type as ty: MACINFO, may line: LINE, must file: Metadata, may nodes: Metadata,
            }
            node DIObjCProperty {
                may name: String, may file: Metadata, may line: LINE, may setter: String, may getter: String,
                may attributes: Unsigned(U32), may type as ty: Metadata,
            }
            distinct DIAssignID since 16 {}
            node GenericDINode { must tag: TAG, may header: String, may operands: List, }
        }
    };
}
pub(crate) use with_kinds;

macro_rules! kinds {
    ($($distinct:ident $name:ident $(since $kind_since:literal)? {
        $($need:ident $field:tt $(as $accessor:ident)?: $holds:ident $(($($limit:expr),+))? $(since $since:literal)?,)*
    })+) => {
        /// All kinds of specialized nodes.
        pub const KINDS: &[Kind] = &[$(Kind {
            name: stringify!($name),
            distinct: kinds!(@ $distinct),
            since: kinds!(# $($kind_since)?),
            fields: &[$(FieldDef {
                name: stringify!($field),
                holds: $holds $(($($limit),+))?,
                required: kinds!(@ $need),
                since: kinds!(# $($since)?),
            }),*],
        }),+];
    };
    (@ node) => { false };
    (@ distinct) => { true };
    (#) => { LlvmVersion::OLDEST };
    (# $since:literal) => { LlvmVersion::since($since) };
    (@ may) => { false };
    (@ must) => { true };
}

use Holds::{
    Bits, Bool, Integer, List, Metadata, NotNull, Signed, SignedOrMetadata, SignedOrNotNull, String, Text,
    Unsigned,
};

with_kinds!(kinds);
