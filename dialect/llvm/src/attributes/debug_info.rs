//! Debug information attributes. Source: `LLVMAttrDefs.td`; LangRef: Specialized Metadata Nodes.

use crate::constraints::DISTINCT;
use crate::dwarf::{CALLING_CONVENTIONS, ENCODINGS, LANGUAGES, OPERATIONS, TAGS};
use crate::enums::{DIEmissionKind, DIFlags, DINameTableKind, DISubprogramFlags};
use crate::syntax::expression;
use tern_mlir::declare::ParamKind::{self, Attribute, Bool, Class, Declared, Enum, List, Symbolic, Unsigned};
use tern_mlir::declare::{AttrClass, AttrDef, attribute_defs};

/// All debug information nodes.
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

/// The nodes that can be the scope of other nodes.
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

/// The scopes inside functions.
pub static DI_LOCAL_SCOPES: &[&AttrDef] = &[&DI_LEXICAL_BLOCK, &DI_LEXICAL_BLOCK_FILE, &DI_SUBPROGRAM];

/// The debug types.
pub static DI_TYPES: &[&AttrDef] = &[
    &DI_NULL_TYPE,
    &DI_BASIC_TYPE,
    &DI_COMPOSITE_TYPE,
    &DI_DERIVED_TYPE,
    &DI_STRING_TYPE,
    &DI_SUBROUTINE_TYPE,
];

/// The debug variables.
pub static DI_VARIABLES: &[&AttrDef] = &[&DI_LOCAL_VARIABLE, &DI_GLOBAL_VARIABLE];

attribute_defs! { "llvm";
    /// An operation of an expression with its arguments. LangRef: DIExpression.
    DI_EXPRESSION_ELEM as DIExpressionElem = "di_expression_elem" {
        cpp: "LLVM_DIExpressionElemAttr",
        params: {
            opcode: required(Symbolic(&OPERATIONS)) as "unsigned",
            arguments: default(List(&ParamKind::Unsigned(64)), "[]") as "::llvm::ArrayRef<uint64_t>",
        },
        parse: expression::parse_element, print: expression::print_element,
    }

    /// An expression that computes the value or location of a variable. LangRef: DIExpression.
    DI_EXPRESSION as DIExpression = "di_expression" {
        cpp: "LLVM_DIExpressionAttr",
        params: {
            operations: default(List(&ParamKind::Declared(&[&DI_EXPRESSION_ELEM])), "[]") as "::llvm::ArrayRef<DIExpressionElemAttr>",
        },
        format: "`<` ( `[` $operations^ `]` ) : (``)? `>`",
    }

    /// The null type, used for a subroutine without result. LangRef: DISubroutineType.
    DI_NULL_TYPE = "di_null_type" {
        alias: "di_null_type",
    }

    /// A basic type. LangRef: DIBasicType.
    DI_BASIC_TYPE as DIBasicType = "di_basic_type" {
        cpp: "LLVM_DIBasicTypeAttr",
        params: {
            tag: default(Symbolic(&TAGS), "0") as "unsigned",
            name: required(Class(&AttrClass::String)) as "StringAttr",
            sizeInBits: default(Unsigned(64), "0") as "uint64_t",
            encoding: default(Symbolic(&ENCODINGS), "0") as "unsigned",
        },
        format: "`<` struct(params) `>`",
        alias: "di_basic_type",
    }

    /// A compile unit. LangRef: DICompileUnit.
    DI_COMPILE_UNIT as DICompileUnit = "di_compile_unit" {
        cpp: "LLVM_DICompileUnitAttr",
        params: {
            id: required(Class(&DISTINCT)) as "DistinctAttr",
            sourceLanguage: required(Symbolic(&LANGUAGES)) as "unsigned",
            file: required(Declared(&[&DI_FILE])) as "DIFileAttr",
            producer: optional(Class(&AttrClass::String)) as "StringAttr",
            isOptimized: required(Bool) as "bool",
            emissionKind: required(Enum(DIEmissionKind::DEF)) as "DIEmissionKind",
            nameTableKind: default(Enum(DINameTableKind::DEF), "0") as "DINameTableKind",
            splitDebugFilename: optional(Class(&AttrClass::String)) as "StringAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "di_compile_unit",
    }

    /// A composite type: struct, union, enumeration, array and so on. LangRef: DICompositeType.
    ///
    /// A recursive type has a `recId`; references inside it to itself are marked with `isRecSelf`.
    DI_COMPOSITE_TYPE as DICompositeType = "di_composite_type" {
        cpp: "LLVM_DICompositeTypeAttr",
        params: {
            recId: optional(Class(&DISTINCT)) as "DistinctAttr",
            isRecSelf: default(Bool, "false") as "bool",
            tag: default(Symbolic(&TAGS), "0") as "unsigned",
            name: optional(Class(&AttrClass::String)) as "StringAttr",
            file: optional(Declared(&[&DI_FILE])) as "DIFileAttr",
            line: default(Unsigned(32), "0") as "uint32_t",
            scope: optional(Declared(DI_SCOPES)) as "DIScopeAttr",
            baseType: optional(Declared(DI_TYPES)) as "DITypeAttr",
            flags: default(Enum(DIFlags::DEF), "0") as "DIFlags",
            sizeInBits: default(Unsigned(64), "0") as "uint64_t",
            alignInBits: default(Unsigned(64), "0") as "uint64_t",
            dataLocation: optional(Declared(&[&DI_EXPRESSION])) as "DIExpressionAttr",
            rank: optional(Declared(&[&DI_EXPRESSION])) as "DIExpressionAttr",
            allocated: optional(Declared(&[&DI_EXPRESSION])) as "DIExpressionAttr",
            associated: optional(Declared(&[&DI_EXPRESSION])) as "DIExpressionAttr",
            elements: default(List(&ParamKind::Declared(DI_NODES)), "[]") as "::llvm::ArrayRef<DINodeAttr>",
        },
        format: "`<` struct(params) `>`",
        alias: "di_composite_type",
    }

    /// A type derived from another: pointer, member, typedef. LangRef: DIDerivedType.
    DI_DERIVED_TYPE as DIDerivedType = "di_derived_type" {
        cpp: "LLVM_DIDerivedTypeAttr",
        params: {
            tag: default(Symbolic(&TAGS), "0") as "unsigned",
            name: optional(Class(&AttrClass::String)) as "StringAttr",
            baseType: optional(Declared(DI_TYPES)) as "DITypeAttr",
            sizeInBits: default(Unsigned(64), "0") as "uint64_t",
            alignInBits: default(Unsigned(32), "0") as "uint32_t",
            offsetInBits: default(Unsigned(64), "0") as "uint64_t",
            dwarfAddressSpace: optional(Unsigned(32)) as "std::optional<unsigned>",
            extraData: optional(Declared(DI_NODES)) as "DINodeAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "di_derived_type",
    }

    /// A source file. LangRef: DIFile.
    DI_FILE as DIFile = "di_file" {
        cpp: "LLVM_DIFileAttr",
        params: {
            name: required(Class(&AttrClass::String)) as "StringAttr",
            directory: required(Class(&AttrClass::String)) as "StringAttr",
        },
        format: "`<` $name `in` $directory `>`",
        alias: "di_file",
    }

    /// A global variable with the expression for its value. LangRef: DIGlobalVariableExpression.
    DI_GLOBAL_VARIABLE_EXPRESSION as DIGlobalVariableExpression = "di_global_variable_expression" {
        cpp: "LLVM_DIGlobalVariableExpressionAttr",
        params: {
            var: required(Declared(&[&DI_GLOBAL_VARIABLE])) as "DIGlobalVariableAttr",
            expr: optional(Declared(&[&DI_EXPRESSION])) as "DIExpressionAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "di_global_variable_expression",
    }

    /// A global variable. LangRef: DIGlobalVariable.
    DI_GLOBAL_VARIABLE as DIGlobalVariable = "di_global_variable" {
        cpp: "LLVM_DIGlobalVariable",
        params: {
            scope: optional(Declared(DI_SCOPES)) as "DIScopeAttr",
            name: optional(Class(&AttrClass::String)) as "StringAttr",
            linkageName: optional(Class(&AttrClass::String)) as "StringAttr",
            file: required(Declared(&[&DI_FILE])) as "DIFileAttr",
            line: required(Unsigned(32)) as "unsigned",
            r#type: required(Declared(DI_TYPES)) as "DITypeAttr",
            isLocalToUnit: default(Bool, "false") as "bool",
            isDefined: default(Bool, "false") as "bool",
            alignInBits: default(Unsigned(32), "0") as "unsigned",
        },
        format: "`<` struct(params) `>`",
        alias: "di_global_variable",
    }

    /// A lexical block. LangRef: DILexicalBlock.
    DI_LEXICAL_BLOCK as DILexicalBlock = "di_lexical_block" {
        cpp: "LLVM_DILexicalBlockAttr",
        params: {
            scope: required(Declared(DI_SCOPES)) as "DIScopeAttr",
            file: optional(Declared(&[&DI_FILE])) as "DIFileAttr",
            line: default(Unsigned(32), "0") as "unsigned",
            column: default(Unsigned(32), "0") as "unsigned",
        },
        format: "`<` struct(params) `>`",
        alias: "di_lexical_block",
    }

    /// A change of file inside a lexical block. LangRef: DILexicalBlockFile.
    DI_LEXICAL_BLOCK_FILE as DILexicalBlockFile = "di_lexical_block_file" {
        cpp: "LLVM_DILexicalBlockFile",
        params: {
            scope: required(Declared(DI_SCOPES)) as "DIScopeAttr",
            file: optional(Declared(&[&DI_FILE])) as "DIFileAttr",
            discriminator: required(Unsigned(32)) as "unsigned",
        },
        format: "`<` struct(params) `>`",
        alias: "di_lexical_block_file",
    }

    /// A local variable or parameter. LangRef: DILocalVariable.
    DI_LOCAL_VARIABLE as DILocalVariable = "di_local_variable" {
        cpp: "LLVM_DILocalVariableAttr",
        params: {
            scope: required(Declared(DI_SCOPES)) as "DIScopeAttr",
            name: optional(Class(&AttrClass::String)) as "StringAttr",
            file: optional(Declared(&[&DI_FILE])) as "DIFileAttr",
            line: default(Unsigned(32), "0") as "unsigned",
            arg: default(Unsigned(32), "0") as "unsigned",
            alignInBits: default(Unsigned(32), "0") as "unsigned",
            r#type: optional(Declared(DI_TYPES)) as "DITypeAttr",
            flags: default(Enum(DIFlags::DEF), "0") as "DIFlags",
        },
        format: "`<` struct(params) `>`",
        alias: "di_local_variable",
    }

    /// A function of the source language. LangRef: DISubprogram.
    DI_SUBPROGRAM as DISubprogram = "di_subprogram" {
        cpp: "LLVM_DISubprogramAttr",
        params: {
            recId: optional(Class(&DISTINCT)) as "DistinctAttr",
            isRecSelf: default(Bool, "false") as "bool",
            id: optional(Class(&DISTINCT)) as "DistinctAttr",
            compileUnit: optional(Declared(&[&DI_COMPILE_UNIT])) as "DICompileUnitAttr",
            scope: optional(Declared(DI_SCOPES)) as "DIScopeAttr",
            name: optional(Class(&AttrClass::String)) as "StringAttr",
            linkageName: optional(Class(&AttrClass::String)) as "StringAttr",
            file: optional(Declared(&[&DI_FILE])) as "DIFileAttr",
            line: default(Unsigned(32), "0") as "unsigned",
            scopeLine: default(Unsigned(32), "0") as "unsigned",
            subprogramFlags: default(Enum(DISubprogramFlags::DEF), "0") as "DISubprogramFlags",
            r#type: optional(Declared(&[&DI_SUBROUTINE_TYPE])) as "DISubroutineTypeAttr",
            retainedNodes: default(List(&ParamKind::Declared(DI_NODES)), "[]") as "::llvm::ArrayRef<DINodeAttr>",
            annotations: default(List(&ParamKind::Declared(DI_NODES)), "[]") as "::llvm::ArrayRef<DINodeAttr>",
        },
        format: "`<` struct(params) `>`",
        alias: "di_subprogram",
    }

    /// A module of the source language. LangRef: DIModule.
    DI_MODULE as DIModule = "di_module" {
        cpp: "LLVM_DIModuleAttr",
        params: {
            file: optional(Declared(&[&DI_FILE])) as "DIFileAttr",
            scope: optional(Declared(DI_SCOPES)) as "DIScopeAttr",
            name: optional(Class(&AttrClass::String)) as "StringAttr",
            configMacros: optional(Class(&AttrClass::String)) as "StringAttr",
            includePath: optional(Class(&AttrClass::String)) as "StringAttr",
            apinotes: optional(Class(&AttrClass::String)) as "StringAttr",
            line: default(Unsigned(32), "0") as "unsigned",
            isDecl: default(Bool, "false") as "bool",
        },
        format: "`<` struct(params) `>`",
        alias: "di_module",
    }

    /// A namespace. LangRef: DINamespace.
    DI_NAMESPACE as DINamespace = "di_namespace" {
        cpp: "LLVM_DINamespaceAttr",
        params: {
            name: optional(Class(&AttrClass::String)) as "StringAttr",
            scope: optional(Declared(DI_SCOPES)) as "DIScopeAttr",
            exportSymbols: required(Bool) as "bool",
        },
        format: "`<` struct(params) `>`",
        alias: "di_namespace",
    }

    /// An entity imported into a scope. LangRef: DIImportedEntity.
    DI_IMPORTED_ENTITY as DIImportedEntity = "di_imported_entity" {
        cpp: "LLVM_DIImportedEntityAttr",
        params: {
            tag: default(Symbolic(&TAGS), "0") as "unsigned",
            scope: required(Declared(DI_SCOPES)) as "DIScopeAttr",
            entity: required(Declared(DI_NODES)) as "DINodeAttr",
            file: optional(Declared(&[&DI_FILE])) as "DIFileAttr",
            line: default(Unsigned(32), "0") as "unsigned",
            name: optional(Class(&AttrClass::String)) as "StringAttr",
            elements: default(List(&ParamKind::Declared(DI_NODES)), "[]") as "::llvm::ArrayRef<DINodeAttr>",
        },
        format: "`<` struct(params) `>`",
        alias: "di_imported_entity",
    }

    /// An annotation on a node: a name and a value.
    DI_ANNOTATION as DIAnnotation = "di_annotation" {
        cpp: "LLVM_DIAnnotationAttr",
        params: {
            name: required(Class(&AttrClass::String)) as "StringAttr",
            value: required(Class(&AttrClass::String)) as "StringAttr",
        },
        format: "`<` struct(params) `>`",
    }

    /// The bounds of an array. LangRef: DISubrange.
    DI_SUBRANGE as DISubrange = "di_subrange" {
        cpp: "LLVM_DISubrangeAttr",
        params: {
            count: optional(Attribute) as "::mlir::Attribute",
            lowerBound: optional(Attribute) as "::mlir::Attribute",
            upperBound: optional(Attribute) as "::mlir::Attribute",
            stride: optional(Attribute) as "::mlir::Attribute",
        },
        format: "`<` struct(params) `>`",
    }

    /// A common block of Fortran.
    DI_COMMON_BLOCK as DICommonBlock = "di_common_block" {
        cpp: "LLVM_DICommonBlockAttr",
        params: {
            scope: required(Declared(DI_SCOPES)) as "DIScopeAttr",
            decl: optional(Declared(&[&DI_GLOBAL_VARIABLE])) as "DIGlobalVariableAttr",
            name: required(Class(&AttrClass::String)) as "StringAttr",
            file: optional(Declared(&[&DI_FILE])) as "DIFileAttr",
            line: default(Unsigned(32), "0") as "unsigned",
        },
        format: "`<` struct(params) `>`",
        alias: "di_common_block",
    }

    /// The bounds of an array of assumed rank. LangRef: DIGenericSubrange.
    DI_GENERIC_SUBRANGE as DIGenericSubrange = "di_generic_subrange" {
        cpp: "LLVM_DIGenericSubrangeAttr",
        params: {
            count: optional(Attribute) as "::mlir::Attribute",
            lowerBound: required(Attribute) as "::mlir::Attribute",
            upperBound: optional(Attribute) as "::mlir::Attribute",
            stride: required(Attribute) as "::mlir::Attribute",
        },
        format: "`<` struct(params) `>`",
    }

    /// The type of a subprogram. LangRef: DISubroutineType.
    DI_SUBROUTINE_TYPE as DISubroutineType = "di_subroutine_type" {
        cpp: "LLVM_DISubroutineTypeAttr",
        params: {
            callingConvention: default(Symbolic(&CALLING_CONVENTIONS), "0") as "unsigned",
            types: default(List(&ParamKind::Declared(DI_TYPES)), "[]") as "::llvm::ArrayRef<DITypeAttr>",
        },
        format: "`<` struct(params) `>`",
        alias: "di_subroutine_type",
    }

    /// A label. LangRef: DILabel.
    DI_LABEL as DILabel = "di_label" {
        cpp: "LLVM_DILabelAttr",
        params: {
            scope: required(Declared(DI_SCOPES)) as "DIScopeAttr",
            name: optional(Class(&AttrClass::String)) as "StringAttr",
            file: optional(Declared(&[&DI_FILE])) as "DIFileAttr",
            line: default(Unsigned(32), "0") as "unsigned",
        },
        format: "`<` struct(params) `>`",
        alias: "di_label",
    }

    /// A string of Fortran. LangRef: DIStringType.
    DI_STRING_TYPE as DIStringType = "di_string_type" {
        cpp: "LLVM_DIStringTypeAttr",
        params: {
            tag: default(Symbolic(&TAGS), "0") as "unsigned",
            name: required(Class(&AttrClass::String)) as "StringAttr",
            sizeInBits: default(Unsigned(64), "0") as "uint64_t",
            alignInBits: default(Unsigned(32), "0") as "uint32_t",
            stringLength: optional(Declared(DI_VARIABLES)) as "DIVariableAttr",
            stringLengthExp: optional(Declared(&[&DI_EXPRESSION])) as "DIExpressionAttr",
            stringLocationExp: optional(Declared(&[&DI_EXPRESSION])) as "DIExpressionAttr",
            encoding: default(Symbolic(&ENCODINGS), "0") as "unsigned",
        },
        format: "`<` struct(params) `>`",
        alias: "di_string_type",
    }
}
