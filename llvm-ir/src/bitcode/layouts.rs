//! The records of specialized metadata nodes: which operand of the record is which field, in the order in which LLVM prints the fields.
//! This is today's form of each record; `old_nodes.rs` brings older ones into it.

use tern_support::dwarf::{self, Table};

use super::codes::metadata;

/// Kinds of nodes whose records have no layout, but a form of their own.
pub(super) const OTHER_KINDS: &[&str] = &["DIExpression", "DIEnumerator", "GenericDINode"];

/// Fields that do not follow from a layout: those of [`OTHER_KINDS`], and those whose operands depend on each other.
pub(super) const OTHER_FIELDS: &[&str] = &[
    "name",
    "value",
    "isUnsigned",
    "tag",
    "header",
    "operands",
    "checksumkind",
    "language",
    "sourceLanguageName",
    "sourceLanguageVersion",
    "unit",
    "identifier",
    "type",
    "isLocal",
    "isDefinition",
    "isOptimized",
    "virtuality",
];

/// The names of kinds and fields that do not follow from a layout.
pub(super) fn other_names() -> impl Iterator<Item = &'static str> {
    OTHER_KINDS.iter().chain(OTHER_FIELDS).copied()
}

/// The record of a kind of node.
pub(super) struct Layout {
    pub(super) code: u32,
    pub(super) kind: &'static str,
    /// The least number of operands.
    pub(super) least: usize,
    pub(super) fields: &'static [LayoutField],
}

/// A field of a node.
pub(super) struct LayoutField {
    pub(super) name: &'static str,
    /// The index of the operand.
    pub(super) at: usize,
    pub(super) holds: Held,
}

/// How an operand holds the value of a field, and when the field is left out.
#[derive(Clone, Copy)]
pub(super) enum Held {
    /// The id of metadata plus one; zero is `null`, and left out.
    Node,
    /// The id of metadata plus one; `null` is written.
    KeptNode,
    /// The id of metadata.
    NodeId,
    /// Like `Node`; an integer constant is written as a number.
    Bound,
    /// Like `Node`; an expression that is a signed constant is written as a number.
    ConstantBound,
    /// Like `Node` if this bit of the first operand is set, and otherwise a number; zero is left out.
    Size(u64),
    /// The id of a string plus one; left out if it is empty.
    String,
    /// Left out only if there is none.
    GivenString,
    /// Written even if it is empty.
    KeptString,
    /// A number of 32 bits; zero is left out.
    Number,
    /// A number of 32 bits, written even if it is zero.
    KeptNumber,
    /// A number of so many bits; zero is left out.
    Low(u32),
    /// A number of 16 bits, for which a larger one means zero; zero is left out.
    Column,
    /// A signed number; zero is left out.
    Signed,
    /// A signed number with the sign in the lowest bit, written even if it is zero.
    Rotated,
    /// A number of 32 bits plus one; zero is left out.
    NumberPlusOne,
    /// A number of 32 bits; 64 ones are left out.
    NumberOrOnes,
    /// The index of a virtual function, left out if the function is not virtual and the index is zero. The operand with the flags is the
    /// one before.
    VirtualIndex,
    /// A truth value, left out if it is this one.
    Bool(bool),
    /// A truth value.
    KeptBool,
    /// A bit of the first operand, as a truth value that is left out if it is false.
    Bit(u64),
    /// A part of the operand: from a bit on, so many bits; left out if the operand is zero.
    Part(u32, u32),
    /// Like `Part`, as a truth value.
    PartBool(u32),
    /// A constant of DWARF; this one is left out.
    Dwarf(Table, u64),
    /// A constant of DWARF, always written.
    KeptDwarf(Table),
    /// Flags; none are left out.
    Flags,
    /// Flags of a subprogram.
    SubprogramFlags,
    /// The index of a keyword, left out if it is zero.
    OneOf(&'static [&'static str]),
    /// The index of a keyword.
    KeptOneOf(&'static [&'static str]),
    /// An integer of any width: the width and the number of words, then the words.
    Wide,
}

impl Held {
    /// The part of a number that LLVM stores.
    pub(super) fn stored(self, number: u64) -> u64 {
        let bits = match self {
            Self::Number
            | Self::KeptNumber
            | Self::NumberPlusOne
            | Self::NumberOrOnes
            | Self::VirtualIndex => 32,
            Self::Low(bits) => bits,
            Self::Column if number >= 1 << 16 => return 0,
            _ => return number,
        };
        number & u64::MAX >> (64 - bits)
    }
}

/// The size of the atom group of a location, in bits.
pub(super) const ATOM_GROUP_BITS: u32 = 61;

/// The size of the rank that a location has in its atom group, in bits.
pub(super) const ATOM_RANK_BITS: u32 = 3;

/// The kinds of fixed-point types.
pub(super) const FIXED_POINT: &[&str] = &["Binary", "Decimal", "Rational"];

/// The kinds of checksums, from one on.
pub(super) const CHECKSUMS: &[&str] = &["CSK_MD5", "CSK_SHA1", "CSK_SHA256"];

/// No constant of DWARF is left out.
const NONE: u64 = u64::MAX;

macro_rules! layouts {
    ($($code:ident $kind:ident($least:literal) {
        $($at:literal $name:ident: $holds:ident $(($($with:expr),+))?,)*
    })+) => {
        /// All records that are read by their layout alone.
        pub(super) const LAYOUTS: &[Layout] = &[$(Layout {
            code: metadata::$code,
            kind: stringify!($kind),
            least: $least,
            fields: &[$(LayoutField { name: stringify!($name), at: $at, holds: Held::$holds $(($($with),+))? }),*],
        }),+];
    };
}

layouts! {
    LOCATION DILocation(5) {
        1 line: KeptNumber, 2 column: Column, 3 scope: NodeId, 4 inlinedAt: Node, 5 isImplicitCode: Bool(false),
        6 atomGroup: Low(ATOM_GROUP_BITS), 7 atomRank: Low(ATOM_RANK_BITS),
    }
    LOCAL_VAR DILocalVariable(8) {
        2 name: String, 6 arg: Low(16), 1 scope: KeptNode, 3 file: Node, 4 line: Number, 5 type: Node, 7 flags: Flags,
        8 align: Number, 9 annotations: Node,
    }
    DERIVED_TYPE DIDerivedType(12) {
        1 tag: KeptDwarf(dwarf::TAGS), 2 name: String, 5 scope: Node, 3 file: Node, 4 line: Number, 6 baseType: KeptNode,
        7 size: Size(2), 8 align: Number, 9 offset: Size(2), 10 flags: Flags, 11 extraData: Node,
        12 dwarfAddressSpace: NumberPlusOne, 13 annotations: Node, 14 ptrAuthKey: Part(0, 4),
        14 ptrAuthIsAddressDiscriminated: PartBool(4), 14 ptrAuthExtraDiscriminator: Part(5, 16),
        14 ptrAuthIsaPointer: PartBool(21), 14 ptrAuthAuthenticatesNullValues: PartBool(22),
    }
    COMPOSITE_TYPE DICompositeType(16) {
        1 tag: KeptDwarf(dwarf::TAGS), 2 name: String, 5 scope: Node, 3 file: Node, 4 line: Number, 6 baseType: Node,
        7 size: Size(4), 8 align: Number, 9 offset: Size(4), 22 num_extra_inhabitants: Number, 10 flags: Flags,
        11 elements: Node, 12 runtimeLang: Dwarf(dwarf::LANGUAGES, 0), 13 vtableHolder: Node, 14 templateParams: Node,
        15 identifier: String, 16 discriminator: Node, 17 dataLocation: Node, 18 associated: Node, 19 allocated: Node,
        20 rank: Bound, 21 annotations: Node, 23 specification: Node,
        24 enumKind: Dwarf(dwarf::ENUM_KINDS, u32::MAX as u64), 25 bitStride: Node,
    }
    SUBPROGRAM DISubprogram(18) {
        2 name: String, 3 linkageName: String, 1 scope: KeptNode, 4 file: Node, 5 line: Number, 6 type: Node,
        7 scopeLine: Number, 8 containingType: Node, 10 virtualIndex: VirtualIndex, 16 thisAdjustment: Signed,
        11 flags: Flags, 9 spFlags: SubprogramFlags, 12 unit: Node, 13 templateParams: Node, 14 declaration: Node,
        15 retainedNodes: Node, 17 thrownTypes: Node, 18 annotations: Node, 19 targetFuncName: String,
        20 keyInstructions: Bool(false),
    }
    LEXICAL_BLOCK DILexicalBlock(5) { 1 scope: KeptNode, 2 file: Node, 3 line: Number, 4 column: Low(16), }
    LEXICAL_BLOCK_FILE DILexicalBlockFile(4) { 1 scope: KeptNode, 2 file: Node, 3 discriminator: KeptNumber, }
    SUBROUTINE_TYPE DISubroutineType(3) { 1 flags: Flags, 3 cc: Dwarf(dwarf::CALLING_CONVENTIONS, 0), 2 types: KeptNode, }
    BASIC_TYPE DIBasicType(6) {
        1 tag: Dwarf(dwarf::TAGS, 0x24), 2 name: String, 3 size: Size(2), 4 align: Number, 8 dataSize: Number,
        5 encoding: Dwarf(dwarf::ENCODINGS, 0), 7 num_extra_inhabitants: Number, 6 flags: Flags,
    }
    STRING_TYPE DIStringType(9) {
        1 tag: Dwarf(dwarf::TAGS, 0x12), 2 name: String, 3 stringLength: Node, 4 stringLengthExpression: Node,
        5 stringLocationExpression: Node, 6 size: Size(2), 7 align: Number, 8 encoding: Dwarf(dwarf::ENCODINGS, 0),
    }
    SUBRANGE_TYPE DISubrangeType(13) {
        1 name: String, 4 scope: Node, 2 file: Node, 3 line: Number, 5 size: Size(2), 6 align: Number, 7 flags: Flags,
        8 baseType: Node, 9 lowerBound: Node, 10 upperBound: Node, 11 stride: Node, 12 bias: Node,
    }
    SUBRANGE DISubrange(5) { 1 count: Bound, 2 lowerBound: Bound, 3 upperBound: Bound, 4 stride: Bound, }
    GENERIC_SUBRANGE DIGenericSubrange(5) {
        1 count: ConstantBound, 2 lowerBound: ConstantBound, 3 upperBound: ConstantBound, 4 stride: ConstantBound,
    }
    TEMPLATE_TYPE DITemplateTypeParameter(3) { 1 name: String, 2 type: KeptNode, 3 defaulted: Bool(false), }
    TEMPLATE_VALUE DITemplateValueParameter(6) {
        1 tag: Dwarf(dwarf::TAGS, 0x30), 2 name: String, 3 type: Node, 4 defaulted: Bool(false), 5 value: KeptNode,
    }
    COMPILE_UNIT DICompileUnit(14) {
        2 file: KeptNode, 3 producer: String, 4 isOptimized: KeptBool, 5 flags: String, 6 runtimeVersion: KeptNumber,
        7 splitDebugFilename: String, 8 emissionKind: KeptOneOf(&["NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly"]),
        9 enums: Node, 10 retainedTypes: Node, 12 globals: Node, 13 imports: Node, 15 macros: Node, 14 dwoId: Low(64),
        16 splitDebugInlining: Bool(true), 17 debugInfoForProfiling: Bool(false),
        18 nameTableKind: OneOf(&["Default", "GNU", "None", "Apple"]), 19 rangesBaseAddress: Bool(false), 20 sysroot: String,
        21 sdk: String,
    }
    GLOBAL_VAR DIGlobalVariable(13) {
        2 name: String, 3 linkageName: String, 1 scope: KeptNode, 4 file: Node, 5 line: Number, 6 type: Node,
        7 isLocal: KeptBool, 8 isDefinition: KeptBool, 9 declaration: Node, 10 templateParams: Node, 11 align: Number,
        12 annotations: Node,
    }
    GLOBAL_VAR_EXPR DIGlobalVariableExpression(3) { 1 var: KeptNode, 2 expr: KeptNode, }
    IMPORTED_ENTITY DIImportedEntity(6) {
        1 tag: KeptDwarf(dwarf::TAGS), 5 name: String, 2 scope: KeptNode, 3 entity: Node, 6 file: Node, 4 line: Number,
        7 elements: Node,
    }
    NAMESPACE DINamespace(3) { 2 name: String, 1 scope: KeptNode, 0 exportSymbols: Bit(2), }
    MODULE DIModule(9) {
        2 scope: KeptNode, 3 name: String, 4 configMacros: String, 5 includePath: String, 6 apinotes: String, 1 file: Node,
        7 line: Number, 8 isDecl: Bool(false),
    }
    COMMON_BLOCK DICommonBlock(6) { 1 scope: KeptNode, 2 declaration: KeptNode, 3 name: String, 4 file: Node, 5 line: Number, }
    LABEL DILabel(5) {
        1 scope: KeptNode, 2 name: String, 3 file: Node, 4 line: Number, 5 column: Number, 0 isArtificial: Bit(2),
        6 coroSuspendIdx: NumberOrOnes,
    }
    MACRO DIMacro(5) {
        1 type: Dwarf(dwarf::MACRO_TYPES, NONE), 2 line: Number, 3 name: String, 4 value: String,
    }
    MACRO_FILE DIMacroFile(5) { 2 line: Number, 3 file: KeptNode, 4 nodes: Node, }
    OBJC_PROPERTY DIObjCProperty(8) {
        1 name: String, 2 file: Node, 3 line: Number, 4 setter: String, 5 getter: String, 6 attributes: Number, 7 type: Node,
    }
    ASSIGN_ID DIAssignID(1) {}
    FIXED_POINT_TYPE DIFixedPointType(11) {
        1 tag: Dwarf(dwarf::TAGS, 0x24), 2 name: String, 3 size: Size(2), 4 align: Number,
        5 encoding: Dwarf(dwarf::ENCODINGS, 0), 6 flags: Flags, 7 kind: KeptOneOf(FIXED_POINT), 8 factor: Rotated,
        9 numerator: Wide, 11 denominator: Wide,
    }
    FILE DIFile(3) { 1 filename: KeptString, 2 directory: KeptString, 4 checksum: String, 5 source: GivenString, }
}

/// Flags of debug information: the bits, and the name after the prefix. The first four are numbers, not bits.
pub(super) const FLAGS: &[(u64, &str)] = &[
    (1 << 2 | 1 << 5, "IndirectVirtualBase"),
    (1 << 2, "FwdDecl"),
    (1 << 3, "AppleBlock"),
    (1 << 4, "ReservedBit4"),
    (1 << 5, "Virtual"),
    (1 << 6, "Artificial"),
    (1 << 7, "Explicit"),
    (1 << 8, "Prototyped"),
    (1 << 9, "ObjcClassComplete"),
    (1 << 10, "ObjectPointer"),
    (1 << 11, "Vector"),
    (1 << 12, "StaticMember"),
    (1 << 13, "LValueReference"),
    (1 << 14, "RValueReference"),
    (1 << 15, "ExportSymbols"),
    (1 << 18, "IntroducedVirtual"),
    (1 << 19, "BitField"),
    (1 << 20, "NoReturn"),
    (1 << 22, "TypePassByValue"),
    (1 << 23, "TypePassByReference"),
    (1 << 24, "EnumClass"),
    (1 << 25, "Thunk"),
    (1 << 26, "NonTrivial"),
    (1 << 27, "BigEndian"),
    (1 << 28, "LittleEndian"),
    (1 << 29, "AllCallsDescribed"),
    (1 << 30, "NameIsSimplified"),
];

/// Parts of the flags of debug information that are numbers: the position, and the names of the numbers from one on. Each has two
/// bits.
pub(super) const FLAG_NUMBERS: &[(u32, [&str; 3])] = &[
    (0, ["Private", "Protected", "Public"]),
    (16, ["SingleInheritance", "MultipleInheritance", "VirtualInheritance"]),
];

/// Flags of subprograms.
pub(super) const SUBPROGRAM_FLAGS: &[(u64, &str)] = &[
    (1 << 2, "LocalToUnit"),
    (1 << 3, "Definition"),
    (1 << 4, "Optimized"),
    (1 << 5, "Pure"),
    (1 << 6, "Elemental"),
    (1 << 7, "Recursive"),
    (1 << 8, "MainSubprogram"),
    (1 << 9, "Deleted"),
    (1 << 11, "ObjCDirect"),
];

/// The part of the flags of subprograms that is a number.
pub(super) const SUBPROGRAM_NUMBERS: &[(u32, [&str; 3])] = &[(0, ["Virtual", "PureVirtual", ""])];

#[cfg(test)]
mod tests {
    use super::LAYOUTS;
    use crate::metadata::specialized::Kind;

    #[test]
    fn fields_are_those_of_the_nodes() {
        for layout in LAYOUTS {
            let kind = Kind::find(layout.kind.as_bytes()).unwrap_or_else(|| panic!("{}", layout.kind));
            for field in layout.fields {
                assert!(
                    kind.fields.iter().any(|known| known.name == field.name),
                    "{}.{}",
                    layout.kind,
                    field.name
                );
            }
        }
    }
}
