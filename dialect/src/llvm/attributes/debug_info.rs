//! Debug information. Source: `LLVMAttrDefs.td`; LangRef: Specialized Metadata Nodes.

use crate::declare::ParamKind::{self, Attribute, Bool, Class, Declared, Enum, List, Symbolic, Unsigned};
use crate::declare::{AttrClass, AttrDef, attribute_defs};
use crate::llvm::constraints::DISTINCT;
use crate::llvm::dwarf::{CALLING_CONVENTIONS, ENCODINGS, LANGUAGES, OPERATIONS, TAGS};
use crate::llvm::enums::{DIEmissionKind, DIFlags, DINameTableKind, DISubprogramFlags};
use crate::llvm::syntax::expression;

/// Nodes of debug information.
pub static DI_NODES: &[&AttrDef] = &[
    &DI_BASIC_TYPE,
    &DI_COMMON_BLOCK,
    &DI_COMPILE_UNIT,
    &DI_COMPOSITE_TYPE,
    &DI_DERIVED_TYPE,
    &DI_FILE,
    &DI_GENERIC_SUBRANGE,
    &DI_GLOBAL_VARIABLE,
    &DI_IMPORTED_ENTITY,
    &DI_LABEL,
    &DI_LEXICAL_BLOCK,
    &DI_LEXICAL_BLOCK_FILE,
    &DI_LOCAL_VARIABLE,
    &DI_MODULE,
    &DI_NAMESPACE,
    &DI_NULL_TYPE,
    &DI_ANNOTATION,
    &DI_STRING_TYPE,
    &DI_SUBPROGRAM,
    &DI_SUBRANGE,
    &DI_SUBROUTINE_TYPE,
];

/// Nodes that other nodes can be declared in.
pub static DI_SCOPES: &[&AttrDef] = &[
    &DI_COMMON_BLOCK,
    &DI_COMPILE_UNIT,
    &DI_COMPOSITE_TYPE,
    &DI_DERIVED_TYPE,
    &DI_FILE,
    &DI_LEXICAL_BLOCK,
    &DI_LEXICAL_BLOCK_FILE,
    &DI_SUBPROGRAM,
    &DI_MODULE,
    &DI_NAMESPACE,
];

/// Scopes within functions.
pub static DI_LOCAL_SCOPES: &[&AttrDef] = &[&DI_LEXICAL_BLOCK, &DI_LEXICAL_BLOCK_FILE, &DI_SUBPROGRAM];

/// Types.
pub static DI_TYPES: &[&AttrDef] = &[
    &DI_NULL_TYPE,
    &DI_BASIC_TYPE,
    &DI_COMPOSITE_TYPE,
    &DI_DERIVED_TYPE,
    &DI_STRING_TYPE,
    &DI_SUBROUTINE_TYPE,
];

/// Variables.
pub static DI_VARIABLES: &[&AttrDef] = &[&DI_LOCAL_VARIABLE, &DI_GLOBAL_VARIABLE];

attribute_defs! { "llvm";
    /// An operation of an expression with its arguments. LangRef: DIExpression.
    DI_EXPRESSION_ELEM = "di_expression_elem" {
        params: {
            opcode: required(Symbolic(&OPERATIONS)),
            arguments: default(List(&ParamKind::Unsigned(64)), "[]"),
        },
        parse: expression::parse_element, print: expression::print_element,
    }

    /// How a value relates to a variable. LangRef: DIExpression.
    DI_EXPRESSION = "di_expression" {
        params: { operations: default(List(&ParamKind::Declared(&[&DI_EXPRESSION_ELEM])), "[]") },
        format: "`<` ( `[` $operations^ `]` ) : (``)? `>`",
    }

    /// The absence of a type, as the result of a subroutine. LangRef: DISubroutineType.
    DI_NULL_TYPE = "di_null_type" {
        alias: "di_null_type",
    }

    /// A type of the machine. LangRef: DIBasicType.
    DI_BASIC_TYPE = "di_basic_type" {
        params: {
            tag: default(Symbolic(&TAGS), "0"),
            name: required(Class(&AttrClass::String)),
            sizeInBits: default(Unsigned(64), "0"),
            encoding: default(Symbolic(&ENCODINGS), "0"),
        },
        format: "`<` struct(params) `>`",
        alias: "di_basic_type",
    }

    /// A compile unit. LangRef: DICompileUnit.
    DI_COMPILE_UNIT = "di_compile_unit" {
        params: {
            id: required(Class(&DISTINCT)),
            sourceLanguage: required(Symbolic(&LANGUAGES)),
            file: required(Declared(&[&DI_FILE])),
            producer: optional(Class(&AttrClass::String)),
            isOptimized: required(Bool),
            emissionKind: required(Enum(DIEmissionKind::DEF)),
            nameTableKind: default(Enum(DINameTableKind::DEF), "0"),
            splitDebugFilename: optional(Class(&AttrClass::String)),
        },
        format: "`<` struct(params) `>`",
        alias: "di_compile_unit",
    }

    /// A struct, union, enumeration, array and so on. LangRef: DICompositeType.
    ///
    /// A type that refers to itself has a `recId`; inside it, `isRecSelf` marks the reference.
    DI_COMPOSITE_TYPE = "di_composite_type" {
        params: {
            recId: optional(Class(&DISTINCT)),
            isRecSelf: default(Bool, "false"),
            tag: default(Symbolic(&TAGS), "0"),
            name: optional(Class(&AttrClass::String)),
            file: optional(Declared(&[&DI_FILE])),
            line: default(Unsigned(32), "0"),
            scope: optional(Declared(DI_SCOPES)),
            baseType: optional(Declared(DI_TYPES)),
            flags: default(Enum(DIFlags::DEF), "0"),
            sizeInBits: default(Unsigned(64), "0"),
            alignInBits: default(Unsigned(64), "0"),
            dataLocation: optional(Declared(&[&DI_EXPRESSION])),
            rank: optional(Declared(&[&DI_EXPRESSION])),
            allocated: optional(Declared(&[&DI_EXPRESSION])),
            associated: optional(Declared(&[&DI_EXPRESSION])),
            elements: default(List(&ParamKind::Declared(DI_NODES)), "[]"),
        },
        format: "`<` struct(params) `>`",
        alias: "di_composite_type",
    }

    /// A type made of another: pointer, member, typedef. LangRef: DIDerivedType.
    DI_DERIVED_TYPE = "di_derived_type" {
        params: {
            tag: default(Symbolic(&TAGS), "0"),
            name: optional(Class(&AttrClass::String)),
            baseType: optional(Declared(DI_TYPES)),
            sizeInBits: default(Unsigned(64), "0"),
            alignInBits: default(Unsigned(32), "0"),
            offsetInBits: default(Unsigned(64), "0"),
            dwarfAddressSpace: optional(Unsigned(32)),
            extraData: optional(Declared(DI_NODES)),
        },
        format: "`<` struct(params) `>`",
        alias: "di_derived_type",
    }

    /// A source file. LangRef: DIFile.
    DI_FILE = "di_file" {
        params: { name: required(Class(&AttrClass::String)), directory: required(Class(&AttrClass::String)) },
        format: "`<` $name `in` $directory `>`",
        alias: "di_file",
    }

    /// A global variable and how its value is found. LangRef: DIGlobalVariableExpression.
    DI_GLOBAL_VARIABLE_EXPRESSION = "di_global_variable_expression" {
        params: {
            var: required(Declared(&[&DI_GLOBAL_VARIABLE])),
            expr: optional(Declared(&[&DI_EXPRESSION])),
        },
        format: "`<` struct(params) `>`",
        alias: "di_global_variable_expression",
    }

    /// A global variable. LangRef: DIGlobalVariable.
    DI_GLOBAL_VARIABLE = "di_global_variable" {
        params: {
            scope: optional(Declared(DI_SCOPES)),
            name: optional(Class(&AttrClass::String)),
            linkageName: optional(Class(&AttrClass::String)),
            file: required(Declared(&[&DI_FILE])),
            line: required(Unsigned(32)),
            r#type: required(Declared(DI_TYPES)),
            isLocalToUnit: default(Bool, "false"),
            isDefined: default(Bool, "false"),
            alignInBits: default(Unsigned(32), "0"),
        },
        format: "`<` struct(params) `>`",
        alias: "di_global_variable",
    }

    /// A block within a subprogram. LangRef: DILexicalBlock.
    DI_LEXICAL_BLOCK = "di_lexical_block" {
        params: {
            scope: required(Declared(DI_SCOPES)),
            file: optional(Declared(&[&DI_FILE])),
            line: default(Unsigned(32), "0"),
            column: default(Unsigned(32), "0"),
        },
        format: "`<` struct(params) `>`",
        alias: "di_lexical_block",
    }

    /// A change of file within a block. LangRef: DILexicalBlockFile.
    DI_LEXICAL_BLOCK_FILE = "di_lexical_block_file" {
        params: {
            scope: required(Declared(DI_SCOPES)),
            file: optional(Declared(&[&DI_FILE])),
            discriminator: required(Unsigned(32)),
        },
        format: "`<` struct(params) `>`",
        alias: "di_lexical_block_file",
    }

    /// A local variable or parameter. LangRef: DILocalVariable.
    DI_LOCAL_VARIABLE = "di_local_variable" {
        params: {
            scope: required(Declared(DI_SCOPES)),
            name: optional(Class(&AttrClass::String)),
            file: optional(Declared(&[&DI_FILE])),
            line: default(Unsigned(32), "0"),
            arg: default(Unsigned(32), "0"),
            alignInBits: default(Unsigned(32), "0"),
            r#type: optional(Declared(DI_TYPES)),
            flags: default(Enum(DIFlags::DEF), "0"),
        },
        format: "`<` struct(params) `>`",
        alias: "di_local_variable",
    }

    /// A function of the source language. LangRef: DISubprogram.
    DI_SUBPROGRAM = "di_subprogram" {
        params: {
            recId: optional(Class(&DISTINCT)),
            isRecSelf: default(Bool, "false"),
            id: optional(Class(&DISTINCT)),
            compileUnit: optional(Declared(&[&DI_COMPILE_UNIT])),
            scope: optional(Declared(DI_SCOPES)),
            name: optional(Class(&AttrClass::String)),
            linkageName: optional(Class(&AttrClass::String)),
            file: optional(Declared(&[&DI_FILE])),
            line: default(Unsigned(32), "0"),
            scopeLine: default(Unsigned(32), "0"),
            subprogramFlags: default(Enum(DISubprogramFlags::DEF), "0"),
            r#type: optional(Declared(&[&DI_SUBROUTINE_TYPE])),
            retainedNodes: default(List(&ParamKind::Declared(DI_NODES)), "[]"),
            annotations: default(List(&ParamKind::Declared(DI_NODES)), "[]"),
        },
        format: "`<` struct(params) `>`",
        alias: "di_subprogram",
    }

    /// A module of the source language. LangRef: DIModule.
    DI_MODULE = "di_module" {
        params: {
            file: optional(Declared(&[&DI_FILE])),
            scope: optional(Declared(DI_SCOPES)),
            name: optional(Class(&AttrClass::String)),
            configMacros: optional(Class(&AttrClass::String)),
            includePath: optional(Class(&AttrClass::String)),
            apinotes: optional(Class(&AttrClass::String)),
            line: default(Unsigned(32), "0"),
            isDecl: default(Bool, "false"),
        },
        format: "`<` struct(params) `>`",
        alias: "di_module",
    }

    /// A namespace. LangRef: DINamespace.
    DI_NAMESPACE = "di_namespace" {
        params: {
            name: optional(Class(&AttrClass::String)),
            scope: optional(Declared(DI_SCOPES)),
            exportSymbols: required(Bool),
        },
        format: "`<` struct(params) `>`",
        alias: "di_namespace",
    }

    /// What is imported into a scope. LangRef: DIImportedEntity.
    DI_IMPORTED_ENTITY = "di_imported_entity" {
        params: {
            tag: default(Symbolic(&TAGS), "0"),
            scope: required(Declared(DI_SCOPES)),
            entity: required(Declared(DI_NODES)),
            file: optional(Declared(&[&DI_FILE])),
            line: default(Unsigned(32), "0"),
            name: optional(Class(&AttrClass::String)),
            elements: default(List(&ParamKind::Declared(DI_NODES)), "[]"),
        },
        format: "`<` struct(params) `>`",
        alias: "di_imported_entity",
    }

    /// A note on a node: a name and a value.
    DI_ANNOTATION = "di_annotation" {
        params: { name: required(Class(&AttrClass::String)), value: required(Class(&AttrClass::String)) },
        format: "`<` struct(params) `>`",
    }

    /// The bounds of an array. LangRef: DISubrange.
    DI_SUBRANGE = "di_subrange" {
        params: {
            count: optional(Attribute),
            lowerBound: optional(Attribute),
            upperBound: optional(Attribute),
            stride: optional(Attribute),
        },
        format: "`<` struct(params) `>`",
    }

    /// A common block of Fortran.
    DI_COMMON_BLOCK = "di_common_block" {
        params: {
            scope: required(Declared(DI_SCOPES)),
            decl: optional(Declared(&[&DI_GLOBAL_VARIABLE])),
            name: required(Class(&AttrClass::String)),
            file: optional(Declared(&[&DI_FILE])),
            line: default(Unsigned(32), "0"),
        },
        format: "`<` struct(params) `>`",
        alias: "di_common_block",
    }

    /// The bounds of an array of assumed rank. LangRef: DIGenericSubrange.
    DI_GENERIC_SUBRANGE = "di_generic_subrange" {
        params: {
            count: optional(Attribute),
            lowerBound: required(Attribute),
            upperBound: optional(Attribute),
            stride: required(Attribute),
        },
        format: "`<` struct(params) `>`",
    }

    /// The type of a subprogram. LangRef: DISubroutineType.
    DI_SUBROUTINE_TYPE = "di_subroutine_type" {
        params: {
            callingConvention: default(Symbolic(&CALLING_CONVENTIONS), "0"),
            types: default(List(&ParamKind::Declared(DI_TYPES)), "[]"),
        },
        format: "`<` struct(params) `>`",
        alias: "di_subroutine_type",
    }

    /// A label. LangRef: DILabel.
    DI_LABEL = "di_label" {
        params: {
            scope: required(Declared(DI_SCOPES)),
            name: optional(Class(&AttrClass::String)),
            file: optional(Declared(&[&DI_FILE])),
            line: default(Unsigned(32), "0"),
        },
        format: "`<` struct(params) `>`",
        alias: "di_label",
    }

    /// A string of Fortran. LangRef: DIStringType.
    DI_STRING_TYPE = "di_string_type" {
        params: {
            tag: default(Symbolic(&TAGS), "0"),
            name: required(Class(&AttrClass::String)),
            sizeInBits: default(Unsigned(64), "0"),
            alignInBits: default(Unsigned(32), "0"),
            stringLength: optional(Declared(DI_VARIABLES)),
            stringLengthExp: optional(Declared(&[&DI_EXPRESSION])),
            stringLocationExp: optional(Declared(&[&DI_EXPRESSION])),
            encoding: default(Symbolic(&ENCODINGS), "0"),
        },
        format: "`<` struct(params) `>`",
        alias: "di_string_type",
    }
}
