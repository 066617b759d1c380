//! The operations of `affine`.

use tern_mlir::AttrKind;
use tern_mlir::builtin::ANY;
use tern_mlir::declare::{AttrClass, attribute_classes, operations, type_constraints};
use tern_mlir::types::TypeKind;

use super::{parallel, syntax, verify};
use crate::memref::constraints::{AFFINE_MAP, INDEX, LOCALITY, MEMREF};

type_constraints! {
    /// A vector of rank 1 or more.
    VECTOR = "vector of any type values",
        |c, t| matches!(t.kind(c), TypeKind::Vector { shape, .. } if !shape.is_empty()), kind Vector;
}

attribute_classes! {
    /// `affine_set<…>`
    INTEGER_SET: tern_mlir::Attribute = AttrClass::Other {
        summary: "IntegerSet attribute",
        check: |c, a| matches!(a.kind(c), AttrKind::IntegerSet(_)),
    };

    /// For each group of map results that belong together, their number.
    GROUPS: tern_mlir::Attribute = AttrClass::Other {
        summary: "32-bit signless integer elements attribute",
        check: |c, a| matches!(a.kind(c), AttrKind::DenseElements { .. }),
    };

    /// The kinds of reductions, one per result.
    REDUCTIONS: [tern_mlir::Attribute] = AttrClass::Other {
        summary: "Reduction ops",
        check: |c, a| {
            a.as_array(c)
                .is_some_and(|kinds| kinds.iter().all(|kind| kind.as_u64(c).is_some_and(|kind| kind < 16)))
        },
    };

    /// The steps of a loop.
    STEPS: [tern_mlir::Attribute] = AttrClass::ArrayOf(&AttrClass::Integer(64));

    /// `array<i64: …>`
    NUMBERS: [i64] = AttrClass::DenseArray("i64");
}

operations! {
    /// The result of a map with a single result.
    Apply = "affine.apply" {
        traits: [Declared("InferIntRangeInterface"), Pure],
        operands: { mapOperands: variadic(INDEX) },
        attributes: { map: required(AFFINE_MAP) },
        results: { result: one(INDEX) },
        parse: syntax::parse_apply, print: syntax::print_apply,
        verify: verify::apply,
    }

    /// The minimum of the results of a map.
    Min = "affine.min" {
        traits: [Pure],
        operands: { operands: variadic(INDEX) },
        attributes: { map: required(AFFINE_MAP) },
        results: { result: one(INDEX) },
        parse: syntax::parse_apply, print: syntax::print_min,
        verify: verify::min,
    }

    /// The maximum of the results of a map.
    Max = "affine.max" {
        traits: [Pure],
        operands: { operands: variadic(INDEX) },
        attributes: { map: required(AFFINE_MAP) },
        results: { result: one(INDEX) },
        parse: syntax::parse_apply, print: syntax::print_max,
        verify: verify::max,
    }

    /// A loop from the maximum of the lower bounds up to the minimum of the upper bounds.
    For = "affine.for" {
        traits: [
            AttrSizedOperandSegments, AutomaticAllocationScope, Declared("ConditionallySpeculatable"),
            Declared("LoopLikeOpInterface"), RecursiveMemoryEffects, RegionVerifier(verify::for_region),
            RegionBranch(verify::for_edges), SingleBlock, SingleBlockImplicitTerminator("affine.yield"),
        ],
        operands: { lowerBoundOperands: variadic(INDEX), upperBoundOperands: variadic(INDEX), inits: variadic(ANY) },
        attributes: {
            lowerBoundMap: required(AFFINE_MAP), upperBoundMap: required(AFFINE_MAP), step: required(AttrClass::Index),
        },
        results: { results: variadic(ANY) },
        regions: { region: one(RegionSize::Sized(1)) },
        parse: syntax::parse_for, print: syntax::print_for,
    }

    /// Runs one region if all constraints of a set hold, else another.
    If = "affine.if" {
        traits: [
            Declared("ConditionallySpeculatable"), NoRegionArguments, RegionBranch(verify::if_edges),
            RecursiveMemoryEffects, Declared("RecursivelySpeculatable"), SingleBlock,
            SingleBlockImplicitTerminator("affine.yield"),
        ],
        operands: { operands: variadic(ANY) },
        attributes: { condition: required(INTEGER_SET) },
        results: { results: variadic(ANY) },
        regions: { thenRegion: one(RegionSize::Sized(1)), elseRegion: one(RegionSize::Any) },
        parse: syntax::parse_if, print: syntax::print_if,
        verify: verify::r#if,
    }

    /// A multi-dimensional loop whose iterations are independent.
    Parallel = "affine.parallel" {
        traits: [
            AutomaticAllocationScope, Declared("ConditionallySpeculatable"), Declared("LoopLikeOpInterface"),
            Declared("MemRefsNormalizable"), RecursiveMemoryEffects,
            Declared("RecursivelySpeculatable"), SingleBlock, SingleBlockImplicitTerminator("affine.yield"),
        ],
        operands: { mapOperands: variadic(INDEX) },
        attributes: {
            reductions: required(REDUCTIONS), lowerBoundsMap: required(AFFINE_MAP), lowerBoundsGroups: required(GROUPS),
            upperBoundsMap: required(AFFINE_MAP), upperBoundsGroups: required(GROUPS), steps: required(STEPS),
        },
        results: { results: variadic(ANY) },
        regions: { region: one(RegionSize::Sized(1)) },
        parse: parallel::parse, print: parallel::print,
        verify: parallel::verify,
    }

    /// Reads the element at affine indices.
    Load = "affine.load" {
        traits: [MemRead("memref"), Declared("AffineMapAccessInterface"), Declared("AffineReadOpInterface"), Declared("MemRefsNormalizable")],
        operands: { memref: one(MEMREF), indices: variadic(INDEX) },
        attributes: { map: required(AFFINE_MAP) },
        results: { result: one(ANY) },
        parse: syntax::parse_load, print: syntax::print_load,
        verify: verify::load,
    }

    /// Writes the element at affine indices.
    Store = "affine.store" {
        traits: [MemWrite("memref"), Declared("AffineMapAccessInterface"), Declared("AffineWriteOpInterface"), Declared("MemRefsNormalizable")],
        operands: { value: one(ANY), memref: one(MEMREF), indices: variadic(INDEX) },
        attributes: { map: required(AFFINE_MAP) },
        parse: syntax::parse_store, print: syntax::print_store,
        verify: verify::store,
    }

    /// Hints that the element at affine indices will be read or written.
    Prefetch = "affine.prefetch" {
        traits: [Declared("AffineMapAccessInterface"), Declared("MemRefsNormalizable")],
        operands: { memref: one(MEMREF), indices: variadic(INDEX) },
        attributes: {
            isWrite: required(AttrClass::Bool), localityHint: required(LOCALITY), isDataCache: required(AttrClass::Bool),
            map: required(AFFINE_MAP),
        },
        parse: syntax::parse_prefetch, print: syntax::print_prefetch,
        verify: verify::prefetch,
    }

    /// Reads a vector that starts at affine indices.
    VectorLoad = "affine.vector_load" {
        traits: [MemRead("memref"), Declared("AffineMapAccessInterface"), Declared("AffineReadOpInterface"), Declared("MemRefsNormalizable")],
        operands: { memref: one(MEMREF), indices: variadic(INDEX) },
        attributes: { map: required(AFFINE_MAP) },
        results: { result: one(VECTOR) },
        parse: syntax::parse_vector_load, print: syntax::print_vector_load,
        verify: verify::vector_load,
    }

    /// Writes a vector that starts at affine indices.
    VectorStore = "affine.vector_store" {
        traits: [MemWrite("memref"), Declared("AffineMapAccessInterface"), Declared("AffineWriteOpInterface"), Declared("MemRefsNormalizable")],
        operands: { value: one(VECTOR), memref: one(MEMREF), indices: variadic(INDEX) },
        attributes: { map: required(AFFINE_MAP) },
        parse: syntax::parse_vector_store, print: syntax::print_vector_store,
        verify: verify::vector_store,
    }

    /// The terminator of regions, which yields their results.
    Yield = "affine.yield" {
        traits: [
            Declared("MemRefsNormalizable"), Pure, Declared("RegionBranchTerminatorOpInterface"), Declared("ReturnLike"),
            Terminator,
        ],
        operands: { operands: variadic(ANY) },
        format: "attr-dict ($operands^ `:` type($operands))?",
        verify: verify::r#yield,
    }

    /// Splits an index into digits of a mixed-radix basis.
    DelinearizeIndex = "affine.delinearize_index" {
        traits: [Pure],
        operands: { linear_index: one(INDEX), dynamic_basis: variadic(INDEX) },
        attributes: { static_basis: required(NUMBERS) },
        results: { multi_index: variadic(INDEX) },
        format: "$linear_index `into` custom<DynamicIndexList>($dynamic_basis, $static_basis, \"{}\", \"::mlir::AsmParser::Delimiter::Paren\") attr-dict `:` type($multi_index)",
        verify: verify::delinearize,
    }

    /// Combines digits of a mixed-radix basis into an index.
    LinearizeIndex = "affine.linearize_index" {
        traits: [AttrSizedOperandSegments, Pure],
        operands: { multi_index: variadic(INDEX), dynamic_basis: variadic(INDEX) },
        attributes: { static_basis: required(NUMBERS), disjoint: default(AttrClass::Flag, "false") },
        results: { linear_index: one(INDEX) },
        format: "(`disjoint` $disjoint^)? ` ` `[` $multi_index `]` `by` custom<DynamicIndexList>($dynamic_basis, $static_basis, \"{}\", \"::mlir::AsmParser::Delimiter::Paren\") attr-dict `:` type($linear_index)",
        verify: verify::linearize,
    }
}
