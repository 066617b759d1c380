//! Which memory accesses cannot meet. Source: `LLVMAttrDefs.td`; LangRef: `tbaa`, `noalias` and `alias.scope`,
//! `llvm.access.group` metadata, and "Memory Model Relaxation Annotations".

use crate::declare::ParamKind::{self, Attribute, Bool, Braced, Class, Declared, Signed, String};
use crate::declare::{AttrClass, AttrDef, attribute_defs};
use crate::llvm::constraints::DISTINCT;

/// Nodes that can be the type of a member.
pub static TBAA_NODES: &[&AttrDef] = &[&TBAA_ROOT, &TBAA_TYPE_DESCRIPTOR];

attribute_defs! { "llvm";
    /// A domain of alias scopes. LangRef: `noalias` and `alias.scope` metadata.
    ALIAS_SCOPE_DOMAIN = "alias_scope_domain" {
        params: { id: required(Attribute), description: optional(Class(&AttrClass::String)) },
        format: "`<` struct(params) `>`",
        alias: "alias_scope_domain",
    }

    /// An alias scope: its identity (a `distinct` or a string), its domain. LangRef: `noalias` and `alias.scope` metadata.
    ALIAS_SCOPE = "alias_scope" {
        params: {
            id: required(Attribute),
            domain: required(Declared(&[&ALIAS_SCOPE_DOMAIN])),
            description: optional(Class(&AttrClass::String)),
        },
        format: "`<` struct(params) `>`",
        alias: "alias_scope",
    }

    /// A group of memory accesses without dependences between iterations. LangRef: `llvm.access.group` metadata.
    ACCESS_GROUP = "access_group" {
        params: { id: required(Class(&DISTINCT)) },
        format: "`<` struct(params) `>`",
        alias: "access_group",
    }

    /// The root of a tree of types. LangRef: `tbaa` metadata.
    TBAA_ROOT = "tbaa_root" {
        params: { id: optional(Class(&AttrClass::String)) },
        format: "(`<` struct(params)^ `>`)?",
        alias: "tbaa_root",
    }

    /// A member of a type: its type and offset. LangRef: `tbaa` metadata.
    TBAA_MEMBER = "tbaa_member" {
        params: { typeDesc: required(Declared(TBAA_NODES)), offset: required(Signed(64)) },
        format: "`<` params `>`",
    }

    /// A type: its name, and its members or parent. LangRef: `tbaa` metadata.
    TBAA_TYPE_DESCRIPTOR = "tbaa_type_desc" {
        params: {
            id: required(String),
            members: required(Braced(&ParamKind::Declared(&[&TBAA_MEMBER]))),
        },
        format: "`<` struct(params) `>`",
        alias: "tbaa_type_desc",
    }

    /// What type an access is made through. LangRef: `tbaa` metadata.
    TBAA_TAG = "tbaa_tag" {
        params: {
            base_type: required(Declared(&[&TBAA_TYPE_DESCRIPTOR])),
            access_type: required(Declared(&[&TBAA_TYPE_DESCRIPTOR])),
            offset: required(Signed(64)),
            constant: default(Bool, "false"),
        },
        format: "`<` struct(params) `>`",
        alias: "tbaa_tag",
    }

    /// A memory model relaxation annotation. LLVM: Memory Model Relaxation Annotations.
    MMRA_TAG = "mmra_tag" {
        params: { prefix: required(String), suffix: required(String) },
        format: "`<` $prefix `` `:` `` $suffix `>`",
        alias: "mmra_tag",
    }
}
