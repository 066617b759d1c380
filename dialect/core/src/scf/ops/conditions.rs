//! Conditional operations of `scf`, and the terminator of its regions.

use tern_mlir::builtin::ANY;
use tern_mlir::declare::{AttrClass, operations};

use crate::memref::constraints::{I1, INDEX};
use crate::scf::{syntax, verify};

operations! {
    /// Runs one of two regions; the second may be omitted if there are no results.
    If = "scf.if" {
        traits: [
            Declared("ConditionallySpeculatable"), Declared("InferTypeOpAdaptor"), Declared("InferTypeOpInterface"),
            NoRegionArguments, RegionBranch(verify::conditions::if_edges), RecursiveMemoryEffects,
            Declared("RecursivelySpeculatable"), SingleBlock, SingleBlockImplicitTerminator("scf.yield"),
        ],
        operands: { condition: one(I1) },
        results: { results: variadic(ANY) },
        regions: { thenRegion: one(RegionSize::Sized(1)), elseRegion: one(RegionSize::Max(1)) },
        parse: syntax::conditions::parse_if, print: syntax::conditions::print_if,
        verify: verify::conditions::r#if,
    }

    /// Runs the region of the case that equals the operand, or the default region.
    IndexSwitch = "scf.index_switch" {
        traits: [
            RegionBranch(verify::conditions::switch_edges), RecursiveMemoryEffects, SingleBlock,
            SingleBlockImplicitTerminator("scf.yield"), RegionVerifier(verify::conditions::switch_regions),
        ],
        operands: { arg: one(INDEX) },
        attributes: { cases: required(AttrClass::DenseArray("i64")) },
        results: { results: variadic(ANY) },
        regions: { defaultRegion: one(RegionSize::Sized(1)), caseRegions: variadic(RegionSize::Sized(1)) },
        parse: syntax::conditions::parse_index_switch, print: syntax::conditions::print_index_switch,
        verify: verify::conditions::index_switch,
    }

    /// Runs a region of any number of blocks once.
    ExecuteRegion = "scf.execute_region" {
        traits: [RegionBranch(verify::conditions::execute_edges), RecursiveMemoryEffects],
        attributes: { no_inline: unit },
        results: { results: variadic(ANY) },
        regions: { region: one(RegionSize::Any) },
        parse: syntax::conditions::parse_execute_region, print: syntax::conditions::print_execute_region,
        verify: verify::conditions::execute_region,
    }

    /// The terminator of regions, which yields their results.
    Yield = "scf.yield" {
        traits: [
            HasParent(&["scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"]), Pure,
            Declared("RegionBranchTerminatorOpInterface"), Declared("ReturnLike"), Terminator,
        ],
        operands: { results: variadic(ANY) },
        format: "attr-dict ($results^ `:` type($results))?",
    }
}
