//! Correspondence of `#llvm.di_…` attributes and LLVM's specialized nodes, field by field. Import and export read the same table.
//!
//! Source: MLIR's `LLVMAttrDefs.td`; LangRef, Specialized Metadata Nodes; for numbers, LLVM's tables of debug info flags.

use tern_dialect_llvm::attributes::{
    DI_BASIC_TYPE, DI_COMMON_BLOCK, DI_COMPILE_UNIT, DI_COMPOSITE_TYPE, DI_DERIVED_TYPE, DI_FILE,
    DI_GENERIC_SUBRANGE, DI_GLOBAL_VARIABLE, DI_GLOBAL_VARIABLE_EXPRESSION, DI_IMPORTED_ENTITY, DI_LABEL,
    DI_LEXICAL_BLOCK, DI_LEXICAL_BLOCK_FILE, DI_LOCAL_VARIABLE, DI_MODULE, DI_NAMESPACE, DI_STRING_TYPE,
    DI_SUBPROGRAM, DI_SUBRANGE, DI_SUBROUTINE_TYPE,
};
use tern_dialect_llvm::dwarf::{CALLING_CONVENTIONS, ENCODINGS, LANGUAGES, TAGS};
use tern_mlir::declare::{AttrDef, EnumDef};

/// The correspondence of an attribute and a specialized node.
#[derive(Debug)]
pub struct NodeDecl {
    /// The declaration of the attribute.
    pub attribute: &'static AttrDef,
    /// The name of the node, such as `DIFile`.
    pub kind: &'static str,
    /// Whether the node is distinct or uniqued by content. An attribute does not always tell.
    pub identity: Identity,
    /// The fields, in the order in which LLVM prints them.
    pub fields: &'static [FieldDecl],
}

/// When a node is `distinct`.
#[derive(Clone, Copy, Debug)]
pub enum Identity {
    /// Never: the node is uniqued by content.
    Content,
    /// Always.
    Distinct,
    /// If its tag is one of these: types that a program defines and names.
    DistinctTags(&'static [u64]),
    /// If this bit of `subprogramFlags` is set: definitions.
    DistinctFlag(u64),
}

/// The correspondence of a parameter of the attribute and a field of the node.
#[derive(Debug)]
pub struct FieldDecl {
    /// The name of the field.
    pub field: &'static str,
    /// The name of the parameter; empty if MLIR does not model the field and its value is always the same.
    pub param: &'static str,
    /// The kind of values.
    pub form: FieldForm,
    /// Whether the field is printed even if it has its default (null, zero, false, an empty string).
    pub always: bool,
}

/// The kind of values that a field holds.
#[derive(Clone, Copy, Debug)]
pub enum FieldForm {
    /// A node or an expression.
    Node,
    /// An expression; an empty one if absent.
    Expression,
    /// A tuple of nodes.
    Nodes,
    /// A string.
    Text,
    /// A number. If the parameter is optional, zero is distinct from absent.
    Number,
    /// `true` or `false`; omitted if `false`.
    Bool,
    /// A DWARF constant with a name; omitted if it has this default.
    Dwarf(&'static EnumDef, u64),
    /// A case of an enum of the dialect. The list gives LLVM's names by value; the first is omitted unless `always` is set.
    Case(&'static [&'static str]),
    /// A set of flags.
    Flags(&'static FlagTable),
    /// A bound of an array: a number, a variable or an expression.
    Bound,
    /// A bound of an array of assumed rank: like `Bound`, but not a number in MLIR.
    GenericBound,
    /// The number 0, written if the subprogram is virtual.
    VirtualIndex,
    /// Always `runtimeVersion: 0`.
    Zero,
    /// A field for which MLIR has no parameter; an aside holds it.
    Unmodelled,
}

/// A table of flags by name. Source: LLVM's `DebugInfoFlags.def`.
#[derive(Debug)]
pub struct FlagTable {
    /// Fields of several bits: the mask, and the names of its values.
    pub fields: &'static [(u64, &'static [(u64, &'static str)])],
    /// The names of single bits.
    pub bits: &'static [(u64, &'static str)],
}

impl FlagTable {
    /// The names of the flags in `flags`, in LLVM's order, and the remaining bits without a name.
    pub fn names(&self, mut flags: u64) -> (Vec<&'static str>, u64) {
        let mut names = Vec::new();
        for (mask, values) in self.fields {
            if let Some((value, name)) = values.iter().find(|(value, _)| flags & mask == *value) {
                names.push(*name);
                flags &= !value;
            }
        }
        for (bit, name) in self.bits {
            if flags & bit != 0 {
                names.push(*name);
                flags &= !bit;
            }
        }
        (names, flags)
    }

    /// The value of the flag with this name.
    pub fn value(&self, name: &str) -> Option<u64> {
        let mut all = self.fields.iter().flat_map(|(_, values)| values.iter()).chain(self.bits);
        all.find(|(_, known)| *known == name).map(|(value, _)| *value)
    }
}

/// Flags of types, variables and subprograms. MLIR uses the same numbers as LLVM.
pub static FLAGS: FlagTable = FlagTable {
    fields: &[
        (3, &[(1, "DIFlagPrivate"), (2, "DIFlagProtected"), (3, "DIFlagPublic")]),
        (
            3 << 16,
            &[
                (1 << 16, "DIFlagSingleInheritance"),
                (2 << 16, "DIFlagMultipleInheritance"),
                (3 << 16, "DIFlagVirtualInheritance"),
            ],
        ),
        (1 << 2 | 1 << 5, &[(1 << 2 | 1 << 5, "DIFlagIndirectVirtualBase")]),
    ],
    bits: &[
        (1 << 2, "DIFlagFwdDecl"),
        (1 << 3, "DIFlagAppleBlock"),
        (1 << 4, "DIFlagReservedBit4"),
        (1 << 5, "DIFlagVirtual"),
        (1 << 6, "DIFlagArtificial"),
        (1 << 7, "DIFlagExplicit"),
        (1 << 8, "DIFlagPrototyped"),
        (1 << 9, "DIFlagObjcClassComplete"),
        (1 << 10, "DIFlagObjectPointer"),
        (1 << 11, "DIFlagVector"),
        (1 << 12, "DIFlagStaticMember"),
        (1 << 13, "DIFlagLValueReference"),
        (1 << 14, "DIFlagRValueReference"),
        (1 << 15, "DIFlagExportSymbols"),
        (1 << 18, "DIFlagIntroducedVirtual"),
        (1 << 19, "DIFlagBitField"),
        (1 << 20, "DIFlagNoReturn"),
        (1 << 22, "DIFlagTypePassByValue"),
        (1 << 23, "DIFlagTypePassByReference"),
        (1 << 24, "DIFlagEnumClass"),
        (1 << 25, "DIFlagThunk"),
        (1 << 26, "DIFlagNonTrivial"),
        (1 << 27, "DIFlagBigEndian"),
        (1 << 28, "DIFlagLittleEndian"),
        (1 << 29, "DIFlagAllCallsDescribed"),
    ],
};

/// The flag of subprograms that are definitions.
pub const DEFINITION: u64 = 1 << 3;

/// The mask of subprogram flags for virtual and pure virtual functions.
pub const VIRTUALITY: u64 = 3;

/// Flags that only subprograms have.
pub static SUBPROGRAM_FLAGS: FlagTable = FlagTable {
    fields: &[],
    bits: &[
        (1, "DISPFlagVirtual"),
        (1 << 1, "DISPFlagPureVirtual"),
        (1 << 2, "DISPFlagLocalToUnit"),
        (DEFINITION, "DISPFlagDefinition"),
        (1 << 4, "DISPFlagOptimized"),
        (1 << 5, "DISPFlagPure"),
        (1 << 6, "DISPFlagElemental"),
        (1 << 7, "DISPFlagRecursive"),
        (1 << 8, "DISPFlagMainSubprogram"),
        (1 << 9, "DISPFlagDeleted"),
        (1 << 11, "DISPFlagObjCDirect"),
    ],
};

const EMISSION_KINDS: &[&str] = &["NoDebug", "FullDebug", "LineTablesOnly", "DebugDirectivesOnly"];
const NAME_TABLE_KINDS: &[&str] = &["Default", "GNU", "None", "Apple"];

/// `DW_TAG_class_type`, `DW_TAG_enumeration_type`, `DW_TAG_structure_type`, `DW_TAG_union_type`.
const NAMED_TYPE_TAGS: &[u64] = &[0x02, 0x04, 0x13, 0x17];
const TAG_BASE_TYPE: u64 = 0x24;
const TAG_STRING_TYPE: u64 = 0x12;
/// Not a DWARF number, so a field with this default is always written.
pub const NO_DEFAULT: u64 = u64::MAX;

const fn field(field: &'static str, param: &'static str, form: FieldForm) -> FieldDecl {
    FieldDecl { field, param, form, always: false }
}

/// A field without a parameter; the entry fixes its position.
const fn other(field: &'static str) -> FieldDecl {
    FieldDecl { field, param: "", form: Unmodelled, always: false }
}

/// A field that is written whatever its value, because LLVM writes it or LLVM's reader requires it. (LLVM omits the line of a
/// label if it is 0, and then cannot read its own output.)
const fn always(field: &'static str, param: &'static str, form: FieldForm) -> FieldDecl {
    FieldDecl { field, param, form, always: true }
}

use FieldForm::{
    Bool, Bound, Case, Dwarf, Expression, Flags, GenericBound, Node, Nodes, Number, Text, Unmodelled,
    VirtualIndex, Zero,
};

/// All nodes that MLIR models by attributes with a field-by-field correspondence. Not included: `#llvm.di_null_type` is null,
/// `#llvm.di_annotation` a tuple of two strings, and `#llvm.di_expression` a `!DIExpression`.
pub static NODES: &[NodeDecl] = &[
    NodeDecl {
        attribute: &DI_BASIC_TYPE,
        kind: "DIBasicType",
        identity: Identity::Content,
        fields: &[
            field("tag", "tag", Dwarf(&TAGS, TAG_BASE_TYPE)),
            field("name", "name", Text),
            other("scope"),
            other("file"),
            other("line"),
            field("size", "sizeInBits", Number),
            other("align"),
            other("dataSize"),
            field("encoding", "encoding", Dwarf(&ENCODINGS, 0)),
            other("num_extra_inhabitants"),
            other("flags"),
        ],
    },
    NodeDecl {
        attribute: &DI_COMPILE_UNIT,
        kind: "DICompileUnit",
        identity: Identity::Distinct,
        fields: &[
            field("language", "sourceLanguage", Dwarf(&LANGUAGES, NO_DEFAULT)),
            other("sourceLanguageName"),
            other("sourceLanguageVersion"),
            always("file", "file", Node),
            field("producer", "producer", Text),
            always("isOptimized", "isOptimized", Bool),
            other("flags"),
            always("runtimeVersion", "", Zero),
            field("splitDebugFilename", "splitDebugFilename", Text),
            always("emissionKind", "emissionKind", Case(EMISSION_KINDS)),
            other("enums"),
            other("retainedTypes"),
            other("globals"),
            other("imports"),
            other("macros"),
            other("dwoId"),
            other("splitDebugInlining"),
            other("debugInfoForProfiling"),
            field("nameTableKind", "nameTableKind", Case(NAME_TABLE_KINDS)),
            other("rangesBaseAddress"),
            other("sysroot"),
            other("sdk"),
            other("dialect"),
        ],
    },
    NodeDecl {
        attribute: &DI_COMPOSITE_TYPE,
        kind: "DICompositeType",
        identity: Identity::DistinctTags(NAMED_TYPE_TAGS),
        fields: &[
            field("tag", "tag", Dwarf(&TAGS, NO_DEFAULT)),
            field("name", "name", Text),
            field("scope", "scope", Node),
            field("file", "file", Node),
            field("line", "line", Number),
            field("baseType", "baseType", Node),
            field("size", "sizeInBits", Number),
            field("align", "alignInBits", Number),
            other("offset"),
            other("num_extra_inhabitants"),
            field("flags", "flags", Flags(&FLAGS)),
            field("elements", "elements", Nodes),
            other("runtimeLang"),
            other("vtableHolder"),
            other("templateParams"),
            other("identifier"),
            other("discriminator"),
            field("dataLocation", "dataLocation", Node),
            field("associated", "associated", Node),
            field("allocated", "allocated", Node),
            field("rank", "rank", Node),
            other("annotations"),
            other("specification"),
            other("enumKind"),
            other("bitStride"),
        ],
    },
    NodeDecl {
        attribute: &DI_DERIVED_TYPE,
        kind: "DIDerivedType",
        identity: Identity::Content,
        fields: &[
            field("tag", "tag", Dwarf(&TAGS, NO_DEFAULT)),
            field("name", "name", Text),
            other("scope"),
            other("file"),
            other("line"),
            always("baseType", "baseType", Node),
            field("size", "sizeInBits", Number),
            field("align", "alignInBits", Number),
            field("offset", "offsetInBits", Number),
            other("flags"),
            field("extraData", "extraData", Node),
            field("dwarfAddressSpace", "dwarfAddressSpace", Number),
            other("annotations"),
            other("ptrAuthKey"),
            other("ptrAuthIsAddressDiscriminated"),
            other("ptrAuthExtraDiscriminator"),
            other("ptrAuthIsaPointer"),
            other("ptrAuthAuthenticatesNullValues"),
        ],
    },
    NodeDecl {
        attribute: &DI_FILE,
        kind: "DIFile",
        identity: Identity::Content,
        fields: &[
            always("filename", "name", Text),
            always("directory", "directory", Text),
            other("checksumkind"),
            other("checksum"),
            other("source"),
        ],
    },
    NodeDecl {
        attribute: &DI_GLOBAL_VARIABLE_EXPRESSION,
        kind: "DIGlobalVariableExpression",
        identity: Identity::Content,
        fields: &[always("var", "var", Node), always("expr", "expr", Expression)],
    },
    NodeDecl {
        attribute: &DI_GLOBAL_VARIABLE,
        kind: "DIGlobalVariable",
        identity: Identity::Distinct,
        fields: &[
            field("name", "name", Text),
            field("linkageName", "linkageName", Text),
            always("scope", "scope", Node),
            field("file", "file", Node),
            field("line", "line", Number),
            field("type", "type", Node),
            always("isLocal", "isLocalToUnit", Bool),
            always("isDefinition", "isDefined", Bool),
            other("declaration"),
            other("templateParams"),
            field("align", "alignInBits", Number),
            other("annotations"),
        ],
    },
    NodeDecl {
        attribute: &DI_LEXICAL_BLOCK,
        kind: "DILexicalBlock",
        identity: Identity::Distinct,
        fields: &[
            always("scope", "scope", Node),
            field("file", "file", Node),
            field("line", "line", Number),
            field("column", "column", Number),
        ],
    },
    NodeDecl {
        attribute: &DI_LEXICAL_BLOCK_FILE,
        kind: "DILexicalBlockFile",
        identity: Identity::Distinct,
        fields: &[
            always("scope", "scope", Node),
            field("file", "file", Node),
            always("discriminator", "discriminator", Number),
        ],
    },
    NodeDecl {
        attribute: &DI_LOCAL_VARIABLE,
        kind: "DILocalVariable",
        identity: Identity::Content,
        fields: &[
            field("name", "name", Text),
            field("arg", "arg", Number),
            always("scope", "scope", Node),
            field("file", "file", Node),
            field("line", "line", Number),
            field("type", "type", Node),
            field("flags", "flags", Flags(&FLAGS)),
            field("align", "alignInBits", Number),
            other("annotations"),
        ],
    },
    NodeDecl {
        attribute: &DI_SUBPROGRAM,
        kind: "DISubprogram",
        identity: Identity::DistinctFlag(DEFINITION),
        fields: &[
            field("name", "name", Text),
            field("linkageName", "linkageName", Text),
            always("scope", "scope", Node),
            field("file", "file", Node),
            field("line", "line", Number),
            field("type", "type", Node),
            field("scopeLine", "scopeLine", Number),
            other("containingType"),
            field("virtualIndex", "", VirtualIndex),
            other("thisAdjustment"),
            other("flags"),
            always("spFlags", "subprogramFlags", Flags(&SUBPROGRAM_FLAGS)),
            field("unit", "compileUnit", Node),
            other("templateParams"),
            other("declaration"),
            field("retainedNodes", "retainedNodes", Nodes),
            other("thrownTypes"),
            field("annotations", "annotations", Nodes),
            other("targetFuncName"),
            other("keyInstructions"),
        ],
    },
    NodeDecl {
        attribute: &DI_MODULE,
        kind: "DIModule",
        identity: Identity::Content,
        fields: &[
            always("scope", "scope", Node),
            always("name", "name", Text),
            field("configMacros", "configMacros", Text),
            field("includePath", "includePath", Text),
            field("apinotes", "apinotes", Text),
            field("file", "file", Node),
            field("line", "line", Number),
            field("isDecl", "isDecl", Bool),
        ],
    },
    NodeDecl {
        attribute: &DI_NAMESPACE,
        kind: "DINamespace",
        identity: Identity::Content,
        fields: &[
            field("name", "name", Text),
            always("scope", "scope", Node),
            field("exportSymbols", "exportSymbols", Bool),
        ],
    },
    NodeDecl {
        attribute: &DI_IMPORTED_ENTITY,
        kind: "DIImportedEntity",
        identity: Identity::Content,
        fields: &[
            field("tag", "tag", Dwarf(&TAGS, NO_DEFAULT)),
            field("name", "name", Text),
            always("scope", "scope", Node),
            field("entity", "entity", Node),
            field("file", "file", Node),
            field("line", "line", Number),
            field("elements", "elements", Nodes),
        ],
    },
    NodeDecl {
        attribute: &DI_SUBRANGE,
        kind: "DISubrange",
        identity: Identity::Content,
        fields: &[
            field("count", "count", Bound),
            field("lowerBound", "lowerBound", Bound),
            field("upperBound", "upperBound", Bound),
            field("stride", "stride", Bound),
        ],
    },
    NodeDecl {
        attribute: &DI_GENERIC_SUBRANGE,
        kind: "DIGenericSubrange",
        identity: Identity::Content,
        fields: &[
            field("count", "count", GenericBound),
            field("lowerBound", "lowerBound", GenericBound),
            field("upperBound", "upperBound", GenericBound),
            field("stride", "stride", GenericBound),
        ],
    },
    NodeDecl {
        attribute: &DI_COMMON_BLOCK,
        kind: "DICommonBlock",
        identity: Identity::Content,
        fields: &[
            always("scope", "scope", Node),
            always("declaration", "decl", Node),
            field("name", "name", Text),
            field("file", "file", Node),
            field("line", "line", Number),
        ],
    },
    NodeDecl {
        attribute: &DI_SUBROUTINE_TYPE,
        kind: "DISubroutineType",
        identity: Identity::Content,
        fields: &[
            other("flags"),
            field("cc", "callingConvention", Dwarf(&CALLING_CONVENTIONS, 0)),
            always("types", "types", Nodes),
        ],
    },
    NodeDecl {
        attribute: &DI_LABEL,
        kind: "DILabel",
        identity: Identity::Content,
        fields: &[
            always("scope", "scope", Node),
            always("name", "name", Text),
            always("file", "file", Node),
            always("line", "line", Number),
            other("column"),
            other("isArtificial"),
            other("coroSuspendIdx"),
        ],
    },
    NodeDecl {
        attribute: &DI_STRING_TYPE,
        kind: "DIStringType",
        identity: Identity::Content,
        fields: &[
            field("tag", "tag", Dwarf(&TAGS, TAG_STRING_TYPE)),
            field("name", "name", Text),
            field("stringLength", "stringLength", Node),
            field("stringLengthExpression", "stringLengthExp", Node),
            field("stringLocationExpression", "stringLocationExp", Node),
            field("size", "sizeInBits", Number),
            field("align", "alignInBits", Number),
            field("encoding", "encoding", Dwarf(&ENCODINGS, 0)),
        ],
    },
];

/// The correspondence for an attribute.
pub fn node_of_attribute(attribute: &AttrDef) -> Option<&'static NodeDecl> {
    NODES.iter().find(|node| std::ptr::eq(node.attribute, attribute))
}

/// The correspondence for a kind of specialized node.
pub fn node_of_kind(kind: &[u8]) -> Option<&'static NodeDecl> {
    NODES.iter().find(|node| node.kind.as_bytes() == kind)
}

/// The index of a parameter in its attribute.
pub fn param_index(attribute: &AttrDef, param: &str) -> Option<usize> {
    attribute.params.iter().position(|declared| declared.name == param)
}

/// The module flag with the version of debug information, and its value. Without the flag LLVM drops all debug information.
pub const VERSION_FLAG: (&str, i64) = ("Debug Info Version", 3);

#[cfg(test)]
mod tests {
    use tern_llvm_ir::metadata::specialized::KINDS;

    use super::*;

    /// Parameters without a field: the identity of recursive and distinct nodes.
    const IDENTITY: &[&str] = &["recId", "isRecSelf", "id"];

    #[test]
    fn every_parameter_has_its_field() {
        for node in NODES {
            for field in node.fields.iter().filter(|field| !field.param.is_empty()) {
                assert!(param_index(node.attribute, field.param).is_some(), "{} {}", node.kind, field.param);
            }
            for param in node.attribute.params {
                let known = node.fields.iter().any(|field| field.param == param.name);
                assert!(known || IDENTITY.contains(&param.name), "{} {}", node.kind, param.name);
            }
        }
    }

    #[test]
    fn what_the_reader_of_llvm_ir_demands_is_always_written() {
        for node in NODES {
            let kind = KINDS.iter().find(|kind| kind.name == node.kind).expect("LLVM has it");
            for required in kind.fields.iter().filter(|field| field.required) {
                let field = node.fields.iter().find(|field| field.field == required.name);
                let written = field.is_some_and(|field| {
                    field.always || matches!(field.form, Dwarf(_, NO_DEFAULT) | Expression)
                });
                assert!(written, "{} {}", node.kind, required.name);
            }
        }
    }

    #[test]
    fn flags_are_named_as_llvm_names_them() {
        assert_eq!(FLAGS.names(0), (vec![], 0));
        assert_eq!(FLAGS.names(3 | 1 << 6).0, ["DIFlagPublic", "DIFlagArtificial"]);
        assert_eq!(FLAGS.names(1 << 2 | 1 << 5).0, ["DIFlagIndirectVirtualBase"]);
        assert_eq!(FLAGS.names(1 << 5).0, ["DIFlagVirtual"]);
        assert_eq!(FLAGS.names(2 << 16 | 1 << 30), (vec!["DIFlagMultipleInheritance"], 1 << 30));
        for (value, name) in FLAGS.bits.iter().chain(SUBPROGRAM_FLAGS.bits) {
            let table = if name.starts_with("DISP") { &SUBPROGRAM_FLAGS } else { &FLAGS };
            assert_eq!(table.value(name), Some(*value));
        }
    }
}
