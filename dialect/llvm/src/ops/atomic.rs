//! Atomic operations.
//!
//! Source: `LLVMOps.td`; LangRef: Atomic Memory Ordering Constraints.

use crate::constraints::{
    ACCESS_GROUPS, ALIAS_SCOPES, ATOMIC, INTEGER_OR_POINTER, POINTER, STRUCTURE, TBAA_TAGS,
};
use crate::enums::{AtomicBinOp, AtomicOrdering};
use crate::traits::value_and_flag;
use crate::verify::memory;
use tern_mlir::declare::{AttrClass, operations};

operations! {
    /// Atomically reads, modifies and writes memory. LangRef: `atomicrmw` instruction.
    AtomicRMW = "llvm.atomicrmw" {
        traits: [
            Declared("AccessGroupOpInterface"), AliasAnalysis(&["ptr"]),
            TypesMatchWith {
                summary: "result #0 and operand #1 have the same type",
                from: "val",
                to: "res",
                transform: |_, ty| Some(ty),
            },
        ],
        operands: { ptr: one(POINTER), val: one(ATOMIC) },
        attributes: {
            bin_op: required(AttrClass::Enum(AtomicBinOp::DEF)),
            ordering: required(AttrClass::Enum(AtomicOrdering::DEF)),
            syncscope: optional(AttrClass::String),
            alignment: optional(AttrClass::Integer(64)),
            volatile_: unit,
            access_groups: optional(ACCESS_GROUPS),
            alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        results: { res: one(ATOMIC) },
        format: "(`volatile` $volatile_^)? $bin_op $ptr `,` $val (`syncscope` `(` $syncscope^ `)`)? \
            $ordering attr-dict `:` qualified(type($ptr)) `,` type($val)",
        verify: memory::atomic_rmw,
    }

    /// Atomic compare and exchange. LangRef: `cmpxchg` instruction.
    CmpXchg = "llvm.cmpxchg" {
        traits: [
            Declared("AccessGroupOpInterface"), AliasAnalysis(&["ptr"]),
            TypesMatchWith {
                summary: "operand #1 and operand #2 have the same type",
                from: "val",
                to: "cmp",
                transform: |_, ty| Some(ty),
            },
            TypesMatchWith {
                summary: "result #0 has an LLVM struct type consisting of the type of operand #2 and a bool",
                from: "val",
                to: "res",
                transform: value_and_flag,
            },
        ],
        operands: { ptr: one(POINTER), cmp: one(INTEGER_OR_POINTER), val: one(INTEGER_OR_POINTER) },
        attributes: {
            success_ordering: required(AttrClass::Enum(AtomicOrdering::DEF)),
            failure_ordering: required(AttrClass::Enum(AtomicOrdering::DEF)),
            syncscope: optional(AttrClass::String),
            alignment: optional(AttrClass::Integer(64)),
            weak: unit,
            volatile_: unit,
            access_groups: optional(ACCESS_GROUPS),
            alias_scopes: optional(ALIAS_SCOPES),
            noalias_scopes: optional(ALIAS_SCOPES),
            tbaa: optional(TBAA_TAGS),
        },
        results: { res: one(STRUCTURE) },
        format: "(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val (`syncscope` `(` \
            $syncscope^ `)`)? $success_ordering $failure_ordering attr-dict `:` qualified(type($ptr)) `,` \
            type($val)",
        verify: memory::compare_exchange,
    }

    /// A memory fence. LangRef: `fence` instruction.
    Fence = "llvm.fence" {
        attributes: {
            ordering: required(AttrClass::Enum(AtomicOrdering::DEF)),
            syncscope: optional(AttrClass::String),
        },
        format: "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict",
        verify: memory::fence,
    }
}
