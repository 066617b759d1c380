//! Parallel loops of `scf`.

use tern_mlir::AttrKind;
use tern_mlir::builtin::ANY;
use tern_mlir::declare::{AttrClass, attribute_classes, operations, type_constraints};
use tern_mlir::types::TypeKind;

use crate::memref::constraints::INDEX;
use crate::scf::{syntax, verify};

type_constraints! {
    /// A ranked tensor.
    TENSOR = "ranked tensor of any type values", |c, t| matches!(t.kind(c), TypeKind::RankedTensor { .. });
}

attribute_classes! {
    /// `array<i64: …>`
    NUMBERS: [i64] = AttrClass::DenseArray("i64");

    /// The mapping of loop dimensions to processing units, given by attributes of device dialects.
    MAPPING: [tern_mlir::Attribute] = AttrClass::Other {
        summary: "Device Mapping array attribute",
        check: |c, a| {
            a.as_array(c).is_some_and(|units| {
                units
                    .iter()
                    .all(|unit| matches!(unit.kind(c), AttrKind::Declared { .. } | AttrKind::Opaque { .. }))
            })
        },
    };
}

operations! {
    /// A multi-dimensional loop whose iterations may run in any order; its results are reductions.
    Parallel = "scf.parallel" {
        traits: [
            AttrSizedOperandSegments, AutomaticAllocationScope, Declared("HasParallelRegion"),
            Declared("LoopLikeOpInterface"), RecursiveMemoryEffects, Declared("RegionBranchOpInterface"),
            SingleBlock, SingleBlockImplicitTerminator("scf.reduce"),
        ],
        operands: {
            lowerBound: variadic(INDEX), upperBound: variadic(INDEX), step: variadic(INDEX), initVals: variadic(ANY)
        },
        results: { results: variadic(ANY) },
        regions: { region: one(RegionSize::Sized(1)) },
        parse: syntax::parallel::parse_parallel, print: syntax::parallel::print_parallel,
        verify: verify::parallel::parallel,
    }

    /// The terminator of a parallel loop, with one region per reduction that combines two values.
    Reduce = "scf.reduce" {
        traits: [
            HasParent(&["scf.parallel"]), RecursiveMemoryEffects,
            Declared("RegionBranchTerminatorOpInterface"), Terminator, RegionVerifier(verify::parallel::reduce),
        ],
        operands: { operands: variadic(ANY) },
        regions: { reductions: variadic(RegionSize::Sized(1)) },
        format: "(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict",
    }

    /// The terminator of a reduction region.
    ReduceReturn = "scf.reduce.return" {
        traits: [HasParent(&["scf.reduce"]), Pure, Terminator],
        operands: { result: one(ANY) },
        format: "$result attr-dict `:` type($result)",
        verify: verify::parallel::reduce_return,
    }

    /// A multi-dimensional loop whose iterations are distributed over processing units.
    Forall = "scf.forall" {
        traits: [
            AttrSizedOperandSegments, AutomaticAllocationScope, Declared("DestinationStyleOpInterface"),
            Declared("HasParallelRegion"), Declared("LoopLikeOpInterface"), RecursiveMemoryEffects,
            Declared("RegionBranchOpInterface"), SingleBlock, SingleBlockImplicitTerminator("scf.forall.in_parallel"),
        ],
        operands: {
            dynamicLowerBound: variadic(INDEX), dynamicUpperBound: variadic(INDEX), dynamicStep: variadic(INDEX),
            outputs: variadic(TENSOR)
        },
        attributes: {
            staticLowerBound: required(NUMBERS), staticUpperBound: required(NUMBERS), staticStep: required(NUMBERS),
            mapping: optional(MAPPING),
        },
        results: { results: variadic(ANY) },
        regions: { region: one(RegionSize::Sized(1)) },
        parse: syntax::forall::parse_forall, print: syntax::forall::print_forall,
        verify: verify::parallel::forall,
    }

    /// The terminator of an iteration of `scf.forall`, with the operations that write to the shared results.
    InParallel = "scf.forall.in_parallel" {
        traits: [
            Declared("HasOnlyGraphRegion"), GraphRegion, HasParent(&["scf.forall"]), Declared("InParallelOpInterface"), NoTerminator, Pure,
            Declared("RegionKindInterface"), SingleBlock, Terminator,
        ],
        regions: { region: one(RegionSize::Sized(1)) },
        parse: syntax::forall::parse_in_parallel, print: syntax::forall::print_in_parallel,
        verify: verify::parallel::in_parallel,
    }
}
