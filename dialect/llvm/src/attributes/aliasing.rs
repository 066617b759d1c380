//! Attributes that describe aliasing and memory ordering. Source: `LLVMAttrDefs.td`; LangRef: `tbaa`, `noalias` and
//! `alias.scope`, `llvm.access.group` metadata, and "Memory Model Relaxation Annotations".

use crate::constraints::DISTINCT;
use tern_mlir::declare::ParamKind::{self, Attribute, Bool, Braced, Class, Declared, Signed, String};
use tern_mlir::declare::{AttrClass, AttrDef, attribute_defs};

/// The nodes that can be the type of a TBAA member.
pub static TBAA_NODES: &[&AttrDef] = &[&TBAA_ROOT, &TBAA_TYPE_DESCRIPTOR];

attribute_defs! { "llvm";
    /// A domain of alias scopes. LangRef: `noalias` and `alias.scope` metadata.
    ALIAS_SCOPE_DOMAIN as AliasScopeDomain = "alias_scope_domain" {
        cpp: "LLVM_AliasScopeDomainAttr",
        params: {
            id: required(Attribute) as "Attribute",
            description: optional(Class(&AttrClass::String)) as "StringAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "alias_scope_domain",
    }

    /// An alias scope: its identity (a `distinct` attribute or a string) and its domain. LangRef: `noalias` and `alias.scope`
    /// metadata.
    ALIAS_SCOPE as AliasScope = "alias_scope" {
        cpp: "LLVM_AliasScopeAttr",
        summary: "LLVM dialect alias scope",
        params: {
            id: required(Attribute) as "Attribute",
            domain: required(Declared(&[&ALIAS_SCOPE_DOMAIN])) as "AliasScopeDomainAttr",
            description: optional(Class(&AttrClass::String)) as "StringAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "alias_scope",
    }

    /// A group of memory accesses without loop-carried dependences. LangRef: `llvm.access.group` metadata.
    ACCESS_GROUP as AccessGroup = "access_group" {
        cpp: "LLVM_AccessGroupAttr",
        summary: "LLVM dialect access group metadata",
        params: {
            id: required(Class(&DISTINCT)) as "DistinctAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "access_group",
    }

    /// The root of a TBAA type tree. LangRef: `tbaa` metadata.
    TBAA_ROOT as TBAARoot = "tbaa_root" {
        cpp: "LLVM_TBAARootAttr",
        params: {
            id: optional(Class(&AttrClass::String)) as "StringAttr",
        },
        format: "(`<` struct(params)^ `>`)?",
        alias: "tbaa_root",
    }

    /// A member of a TBAA type: its type and offset. LangRef: `tbaa` metadata.
    TBAA_MEMBER as TBAAMember = "tbaa_member" {
        cpp: "LLVM_TBAAMemberAttr",
        params: {
            typeDesc: required(Declared(TBAA_NODES)) as "TBAANodeAttr",
            offset: required(Signed(64)) as "int64_t",
        },
        format: "`<` params `>`",
    }

    /// A TBAA type: its name, and its members or parent. LangRef: `tbaa` metadata.
    TBAA_TYPE_DESCRIPTOR as TBAATypeDescriptor = "tbaa_type_desc" {
        cpp: "LLVM_TBAATypeDescriptorAttr",
        params: {
            id: required(String) as "::llvm::StringRef",
            members: required(Braced(&ParamKind::Declared(&[&TBAA_MEMBER]))) as "::llvm::ArrayRef<TBAAMemberAttr>",
        },
        format: "`<` struct(params) `>`",
        alias: "tbaa_type_desc",
    }

    /// The TBAA tag of an access: the type through which it is made. LangRef: `tbaa` metadata.
    TBAA_TAG as TBAATag = "tbaa_tag" {
        cpp: "LLVM_TBAATagAttr",
        summary: "LLVM dialect TBAA tag metadata",
        params: {
            base_type: required(Declared(&[&TBAA_TYPE_DESCRIPTOR])) as "TBAATypeDescriptorAttr",
            access_type: required(Declared(&[&TBAA_TYPE_DESCRIPTOR])) as "TBAATypeDescriptorAttr",
            offset: required(Signed(64)) as "int64_t",
            constant: default(Bool, "false") as "bool",
        },
        format: "`<` struct(params) `>`",
        alias: "tbaa_tag",
    }

    /// A memory model relaxation annotation. LLVM: Memory Model Relaxation Annotations.
    MMRA_TAG as MMRATag = "mmra_tag" {
        cpp: "LLVM_MMRATagAttr",
        params: {
            prefix: required(String) as "::llvm::StringRef",
            suffix: required(String) as "::llvm::StringRef",
        },
        format: "`<` $prefix `` `:` `` $suffix `>`",
        alias: "mmra_tag",
    }
}
