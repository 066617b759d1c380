//! What is known and wanted of loops. Source: `LLVMAttrDefs.td`; LangRef: `llvm.loop` metadata.

use super::ACCESS_GROUP;
use crate::declare::ParamKind::{self, Class, Declared, List};
use crate::declare::{AttrClass, attribute_defs};
use crate::llvm::constraints::{ANY_INTEGER, FUSED_LOCATION};

attribute_defs! { "llvm";
    /// Vectorization. LangRef: `llvm.loop.vectorize`.
    LOOP_VECTORIZE = "loop_vectorize" {
        params: {
            disable: optional(Class(&AttrClass::Bool)),
            predicateEnable: optional(Class(&AttrClass::Bool)),
            scalableEnable: optional(Class(&AttrClass::Bool)),
            width: optional(Class(&ANY_INTEGER)),
            followupVectorized: optional(Declared(&[&LOOP_ANNOTATION])),
            followupEpilogue: optional(Declared(&[&LOOP_ANNOTATION])),
            followupAll: optional(Declared(&[&LOOP_ANNOTATION])),
        },
        format: "`<` struct(params) `>`",
        alias: "loop_vectorize",
    }

    /// Interleaving. LangRef: `llvm.loop.interleave.count`.
    LOOP_INTERLEAVE = "loop_interleave" {
        params: { count: required(Class(&ANY_INTEGER)) },
        format: "`<` struct(params) `>`",
        alias: "loop_interleave",
    }

    /// Unrolling. LangRef: `llvm.loop.unroll`.
    LOOP_UNROLL = "loop_unroll" {
        params: {
            disable: optional(Class(&AttrClass::Bool)),
            count: optional(Class(&ANY_INTEGER)),
            runtimeDisable: optional(Class(&AttrClass::Bool)),
            full: optional(Class(&AttrClass::Bool)),
            followupUnrolled: optional(Declared(&[&LOOP_ANNOTATION])),
            followupRemainder: optional(Declared(&[&LOOP_ANNOTATION])),
            followupAll: optional(Declared(&[&LOOP_ANNOTATION])),
        },
        format: "`<` struct(params) `>`",
        alias: "loop_unroll",
    }

    /// Unrolling of an outer loop. LangRef: `llvm.loop.unroll_and_jam`.
    LOOP_UNROLL_AND_JAM = "loop_unroll_and_jam" {
        params: {
            disable: optional(Class(&AttrClass::Bool)),
            count: optional(Class(&ANY_INTEGER)),
            followupOuter: optional(Declared(&[&LOOP_ANNOTATION])),
            followupInner: optional(Declared(&[&LOOP_ANNOTATION])),
            followupRemainderOuter: optional(Declared(&[&LOOP_ANNOTATION])),
            followupRemainderInner: optional(Declared(&[&LOOP_ANNOTATION])),
            followupAll: optional(Declared(&[&LOOP_ANNOTATION])),
        },
        format: "`<` struct(params) `>`",
        alias: "loop_unroll_and_jam",
    }

    /// Hoisting of what does not vary. LangRef: `llvm.licm.disable`, `llvm.loop.licm_versioning.disable`.
    LOOP_LICM = "loop_licm" {
        params: {
            disable: optional(Class(&AttrClass::Bool)),
            versioningDisable: optional(Class(&AttrClass::Bool)),
        },
        format: "`<` struct(params) `>`",
        alias: "loop_licm",
    }

    /// Splitting into several loops. LangRef: `llvm.loop.distribute`.
    LOOP_DISTRIBUTE = "loop_distribute" {
        params: {
            disable: optional(Class(&AttrClass::Bool)),
            followupCoincident: optional(Declared(&[&LOOP_ANNOTATION])),
            followupSequential: optional(Declared(&[&LOOP_ANNOTATION])),
            followupFallback: optional(Declared(&[&LOOP_ANNOTATION])),
            followupAll: optional(Declared(&[&LOOP_ANNOTATION])),
        },
        format: "`<` struct(params) `>`",
        alias: "loop_distribute",
    }

    /// Pipelining. LangRef: `llvm.loop.pipeline`.
    LOOP_PIPELINE = "loop_pipeline" {
        params: {
            disable: optional(Class(&AttrClass::Bool)),
            initiationinterval: optional(Class(&ANY_INTEGER)),
        },
        format: "`<` struct(params) `>`",
        alias: "loop_pipeline",
    }

    /// How many iterations were peeled. LangRef: `llvm.loop.peeled.count`.
    LOOP_PEELED = "loop_peeled" {
        params: { count: optional(Class(&ANY_INTEGER)) },
        format: "`<` struct(params) `>`",
        alias: "loop_peeled",
    }

    /// Moving of conditions out of the loop. LangRef: `llvm.loop.unswitch.partial`.
    LOOP_UNSWITCH = "loop_unswitch" {
        params: { partialDisable: optional(Class(&AttrClass::Bool)) },
        format: "`<` struct(params) `>`",
        alias: "loop_unswitch",
    }

    /// All that is said of a loop, on the branch back to its header. LangRef: `llvm.loop`.
    LOOP_ANNOTATION = "loop_annotation" {
        params: {
            disableNonforced: optional(Class(&AttrClass::Bool)),
            vectorize: optional(Declared(&[&LOOP_VECTORIZE])),
            interleave: optional(Declared(&[&LOOP_INTERLEAVE])),
            unroll: optional(Declared(&[&LOOP_UNROLL])),
            unrollAndJam: optional(Declared(&[&LOOP_UNROLL_AND_JAM])),
            licm: optional(Declared(&[&LOOP_LICM])),
            distribute: optional(Declared(&[&LOOP_DISTRIBUTE])),
            pipeline: optional(Declared(&[&LOOP_PIPELINE])),
            peeled: optional(Declared(&[&LOOP_PEELED])),
            unswitch: optional(Declared(&[&LOOP_UNSWITCH])),
            mustProgress: optional(Class(&AttrClass::Bool)),
            isVectorized: optional(Class(&AttrClass::Bool)),
            startLoc: optional(Class(&FUSED_LOCATION)),
            endLoc: optional(Class(&FUSED_LOCATION)),
            parallelAccesses: default(List(&ParamKind::Declared(&[&ACCESS_GROUP])), "[]"),
        },
        format: "`<` struct(params) `>`",
        alias: "loop_annotation",
    }
}
