//! Loop annotations. Source: `LLVMAttrDefs.td`; LangRef: `llvm.loop` metadata.

use super::ACCESS_GROUP;
use crate::constraints::{ANY_INTEGER, FUSED_LOCATION};
use tern_mlir::declare::ParamKind::{self, Class, Declared, List};
use tern_mlir::declare::{AttrClass, attribute_defs};

attribute_defs! { "llvm";
    /// Vectorization. LangRef: `llvm.loop.vectorize`.
    LOOP_VECTORIZE as LoopVectorize = "loop_vectorize" {
        cpp: "LoopVectorizeAttr",
        params: {
            disable: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            predicateEnable: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            scalableEnable: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            width: optional(Class(&ANY_INTEGER)) as "IntegerAttr",
            followupVectorized: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
            followupEpilogue: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
            followupAll: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "loop_vectorize",
    }

    /// Interleaving. LangRef: `llvm.loop.interleave.count`.
    LOOP_INTERLEAVE as LoopInterleave = "loop_interleave" {
        cpp: "LoopInterleaveAttr",
        params: {
            count: required(Class(&ANY_INTEGER)) as "IntegerAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "loop_interleave",
    }

    /// Unrolling. LangRef: `llvm.loop.unroll`.
    LOOP_UNROLL as LoopUnroll = "loop_unroll" {
        cpp: "LoopUnrollAttr",
        params: {
            disable: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            count: optional(Class(&ANY_INTEGER)) as "IntegerAttr",
            runtimeDisable: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            full: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            followupUnrolled: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
            followupRemainder: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
            followupAll: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "loop_unroll",
    }

    /// Unrolling of an outer loop. LangRef: `llvm.loop.unroll_and_jam`.
    LOOP_UNROLL_AND_JAM as LoopUnrollAndJam = "loop_unroll_and_jam" {
        cpp: "LoopUnrollAndJamAttr",
        params: {
            disable: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            count: optional(Class(&ANY_INTEGER)) as "IntegerAttr",
            followupOuter: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
            followupInner: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
            followupRemainderOuter: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
            followupRemainderInner: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
            followupAll: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "loop_unroll_and_jam",
    }

    /// Hoisting of loop invariants. LangRef: `llvm.licm.disable`, `llvm.loop.licm_versioning.disable`.
    LOOP_LICM as LoopLICM = "loop_licm" {
        cpp: "LoopLICMAttr",
        params: {
            disable: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            versioningDisable: optional(Class(&AttrClass::Bool)) as "BoolAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "loop_licm",
    }

    /// Splitting into several loops. LangRef: `llvm.loop.distribute`.
    LOOP_DISTRIBUTE as LoopDistribute = "loop_distribute" {
        cpp: "LoopDistributeAttr",
        params: {
            disable: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            followupCoincident: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
            followupSequential: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
            followupFallback: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
            followupAll: optional(Declared(&[&LOOP_ANNOTATION])) as "LoopAnnotationAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "loop_distribute",
    }

    /// Pipelining. LangRef: `llvm.loop.pipeline`.
    LOOP_PIPELINE as LoopPipeline = "loop_pipeline" {
        cpp: "LoopPipelineAttr",
        params: {
            disable: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            initiationinterval: optional(Class(&ANY_INTEGER)) as "IntegerAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "loop_pipeline",
    }

    /// The number of peeled iterations. LangRef: `llvm.loop.peeled.count`.
    LOOP_PEELED as LoopPeeled = "loop_peeled" {
        cpp: "LoopPeeledAttr",
        params: {
            count: optional(Class(&ANY_INTEGER)) as "IntegerAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "loop_peeled",
    }

    /// Unswitching: moving conditions out of the loop. LangRef: `llvm.loop.unswitch.partial`.
    LOOP_UNSWITCH as LoopUnswitch = "loop_unswitch" {
        cpp: "LoopUnswitchAttr",
        params: {
            partialDisable: optional(Class(&AttrClass::Bool)) as "BoolAttr",
        },
        format: "`<` struct(params) `>`",
        alias: "loop_unswitch",
    }

    /// All annotations of a loop; attached to the branch back to its header. LangRef: `llvm.loop`.
    LOOP_ANNOTATION as LoopAnnotation = "loop_annotation" {
        cpp: "LoopAnnotationAttr",
        params: {
            disableNonforced: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            vectorize: optional(Declared(&[&LOOP_VECTORIZE])) as "LoopVectorizeAttr",
            interleave: optional(Declared(&[&LOOP_INTERLEAVE])) as "LoopInterleaveAttr",
            unroll: optional(Declared(&[&LOOP_UNROLL])) as "LoopUnrollAttr",
            unrollAndJam: optional(Declared(&[&LOOP_UNROLL_AND_JAM])) as "LoopUnrollAndJamAttr",
            licm: optional(Declared(&[&LOOP_LICM])) as "LoopLICMAttr",
            distribute: optional(Declared(&[&LOOP_DISTRIBUTE])) as "LoopDistributeAttr",
            pipeline: optional(Declared(&[&LOOP_PIPELINE])) as "LoopPipelineAttr",
            peeled: optional(Declared(&[&LOOP_PEELED])) as "LoopPeeledAttr",
            unswitch: optional(Declared(&[&LOOP_UNSWITCH])) as "LoopUnswitchAttr",
            mustProgress: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            isVectorized: optional(Class(&AttrClass::Bool)) as "BoolAttr",
            startLoc: optional(Class(&FUSED_LOCATION)) as "FusedLoc",
            endLoc: optional(Class(&FUSED_LOCATION)) as "FusedLoc",
            parallelAccesses: default(List(&ParamKind::Declared(&[&ACCESS_GROUP])), "[]") as "::llvm::ArrayRef<AccessGroupAttr>",
        },
        format: "`<` struct(params) `>`",
        alias: "loop_annotation",
    }
}
