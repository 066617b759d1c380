//! Correspondence of `#llvm.loop_annotation` and the properties in a `!llvm.loop` node.
//!
//! Source: MLIR's `LLVMAttrDefs.td`; LangRef, `llvm.loop` metadata and "Code Transformation Metadata".

use tern_dialect_llvm::attributes::{
    LOOP_DISTRIBUTE, LOOP_INTERLEAVE, LOOP_LICM, LOOP_PEELED, LOOP_PIPELINE, LOOP_UNROLL,
    LOOP_UNROLL_AND_JAM, LOOP_UNSWITCH, LOOP_VECTORIZE,
};
use tern_mlir::declare::AttrDef;

/// The operand of a loop property after its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropertyForm {
    /// No operand: the property is present if the parameter is `true`.
    Unit,
    /// No operand: the property has the other name if the parameter is `false`.
    UnitOr(&'static str),
    /// An `i1`.
    Bool,
    /// An `i1` that is the negation of the parameter.
    NotBool,
    /// An `i32`.
    Integer,
    /// An `i32` for a boolean parameter.
    BoolAsInteger,
    /// The node of another loop annotation.
    Followup,
}

/// A parameter, its property and the form of the property's operand.
pub type PropertyDecl = (&'static str, &'static str, PropertyForm);

use PropertyForm::{Bool, BoolAsInteger, Followup, Integer, NotBool, Unit, UnitOr};

/// Properties that are parameters of `#llvm.loop_annotation` itself; in a node they come first.
pub static ANNOTATION: &[PropertyDecl] = &[
    ("disableNonforced", "llvm.loop.disable_nonforced", Unit),
    ("mustProgress", "llvm.loop.mustprogress", Unit),
    ("isVectorized", "llvm.loop.isvectorized", BoolAsInteger),
];

/// Parameters that are groups of properties, in the order in which a node lists them.
pub static GROUPS: &[(&str, &AttrDef, &[PropertyDecl])] = &[
    (
        "vectorize",
        &LOOP_VECTORIZE,
        &[
            ("disable", "llvm.loop.vectorize.enable", NotBool),
            ("predicateEnable", "llvm.loop.vectorize.predicate.enable", Bool),
            ("scalableEnable", "llvm.loop.vectorize.scalable.enable", Bool),
            ("width", "llvm.loop.vectorize.width", Integer),
            ("followupVectorized", "llvm.loop.vectorize.followup_vectorized", Followup),
            ("followupEpilogue", "llvm.loop.vectorize.followup_epilogue", Followup),
            ("followupAll", "llvm.loop.vectorize.followup_all", Followup),
        ],
    ),
    ("interleave", &LOOP_INTERLEAVE, &[("count", "llvm.loop.interleave.count", Integer)]),
    (
        "unroll",
        &LOOP_UNROLL,
        &[
            ("disable", "llvm.loop.unroll.disable", UnitOr("llvm.loop.unroll.enable")),
            ("count", "llvm.loop.unroll.count", Integer),
            ("runtimeDisable", "llvm.loop.unroll.runtime.disable", Bool),
            ("full", "llvm.loop.unroll.full", Unit),
            ("followupUnrolled", "llvm.loop.unroll.followup_unrolled", Followup),
            ("followupRemainder", "llvm.loop.unroll.followup_remainder", Followup),
            ("followupAll", "llvm.loop.unroll.followup_all", Followup),
        ],
    ),
    (
        "unrollAndJam",
        &LOOP_UNROLL_AND_JAM,
        &[
            ("disable", "llvm.loop.unroll_and_jam.disable", UnitOr("llvm.loop.unroll_and_jam.enable")),
            ("count", "llvm.loop.unroll_and_jam.count", Integer),
            ("followupOuter", "llvm.loop.unroll_and_jam.followup_outer", Followup),
            ("followupInner", "llvm.loop.unroll_and_jam.followup_inner", Followup),
            ("followupRemainderOuter", "llvm.loop.unroll_and_jam.followup_remainder_outer", Followup),
            ("followupRemainderInner", "llvm.loop.unroll_and_jam.followup_remainder_inner", Followup),
            ("followupAll", "llvm.loop.unroll_and_jam.followup_all", Followup),
        ],
    ),
    (
        "licm",
        &LOOP_LICM,
        &[
            ("disable", "llvm.licm.disable", Unit),
            ("versioningDisable", "llvm.loop.licm_versioning.disable", Unit),
        ],
    ),
    (
        "distribute",
        &LOOP_DISTRIBUTE,
        &[
            ("disable", "llvm.loop.distribute.enable", NotBool),
            ("followupCoincident", "llvm.loop.distribute.followup_coincident", Followup),
            ("followupSequential", "llvm.loop.distribute.followup_sequential", Followup),
            ("followupFallback", "llvm.loop.distribute.followup_fallback", Followup),
            ("followupAll", "llvm.loop.distribute.followup_all", Followup),
        ],
    ),
    (
        "pipeline",
        &LOOP_PIPELINE,
        &[
            ("disable", "llvm.loop.pipeline.disable", Bool),
            ("initiationinterval", "llvm.loop.pipeline.initiationinterval", Integer),
        ],
    ),
    ("peeled", &LOOP_PEELED, &[("count", "llvm.loop.peeled.count", Integer)]),
    ("unswitch", &LOOP_UNSWITCH, &[("partialDisable", "llvm.loop.unswitch.partial.disable", Unit)]),
];

/// The parameter and the property that lists the access groups without dependences between iterations; it comes last.
pub const PARALLEL_ACCESSES: (&str, &str) = ("parallelAccesses", "llvm.loop.parallel_accesses");

/// The parameters that are source locations; in a node they come right after the reference to itself.
pub const LOCATIONS: &[&str] = &["startLoc", "endLoc"];

#[cfg(test)]
mod tests {
    use super::*;
    use tern_dialect_llvm::attributes::LOOP_ANNOTATION;

    #[test]
    fn every_parameter_has_its_property() {
        for (_, attribute, properties) in GROUPS {
            let declared: Vec<&str> = attribute.params.iter().map(|param| param.name).collect();
            let mapped: Vec<&str> = properties.iter().map(|(param, ..)| *param).collect();
            assert_eq!(declared, mapped);
        }
        for param in LOOP_ANNOTATION.params.iter().map(|param| param.name) {
            let known = ANNOTATION.iter().any(|(known, ..)| *known == param)
                || GROUPS.iter().any(|(known, ..)| *known == param)
                || LOCATIONS.contains(&param)
                || PARALLEL_ACCESSES.0 == param;
            assert!(known, "{param}");
        }
    }
}
