//! Sequential loops of `scf`.

use tern_mlir::builtin::ANY;
use tern_mlir::declare::{operations, type_constraints};

use crate::memref::constraints::{I1, is_signless};
use crate::scf::{syntax, verify};

type_constraints! {
    /// A type of induction variables.
    COUNTER = "signless integer or index", |c, t| is_signless(c, t) || t == c.common.index;
}

operations! {
    /// A loop from a lower bound up to, but not including, an upper bound.
    For = "scf.for" {
        traits: [
            AllTypesMatch(&["lowerBound", "upperBound", "step"]), AutomaticAllocationScope,
            Declared("ConditionallySpeculatable"), Declared("LoopLikeOpInterface"), RegionVerifier(verify::loops::for_region),
            RegionBranch(verify::loops::for_edges), RecursiveMemoryEffects, SingleBlock,
            SingleBlockImplicitTerminator("scf.yield"),
        ],
        operands: { lowerBound: one(COUNTER), upperBound: one(COUNTER), step: one(COUNTER), initArgs: variadic(ANY) },
        attributes: { unsignedCmp: unit },
        results: { results: variadic(ANY) },
        regions: { region: one(RegionSize::Sized(1)) },
        parse: syntax::loops::parse_for, print: syntax::loops::print_for,
        verify: verify::loops::r#for,
    }

    /// A loop of two regions: the first computes the condition, the second is the body.
    While = "scf.while" {
        traits: [
            Declared("LoopLikeOpInterface"), RegionBranch(verify::loops::while_edges), RecursiveMemoryEffects,
            SingleBlock,
        ],
        operands: { inits: variadic(ANY) },
        results: { results: variadic(ANY) },
        regions: { before: one(RegionSize::Sized(1)), after: one(RegionSize::Sized(1)) },
        parse: syntax::loops::parse_while, print: syntax::loops::print_while,
        verify: verify::loops::r#while,
    }

    /// The terminator of the first region of a while loop.
    Condition = "scf.condition" {
        traits: [
            HasParent(&["scf.while"]), Pure, Declared("RegionBranchTerminatorOpInterface"), Terminator,
        ],
        operands: { condition: one(I1), args: variadic(ANY) },
        format: "`(` $condition `)` attr-dict ($args^ `:` type($args))?",
    }
}
