//! Masks, and operations under a mask.

use tern_mlir::declare::{AttrClass, operations};

use super::constraints::{ANY, INDEX, MASK, MASK_OF_ANY_RANK};
use super::{syntax, verify};

operations! {
    /// A mask with constant bounds: set at indices below them.
    ConstantMask = "vector.constant_mask" {
        traits: [Pure, Declared("VectorUnrollOpInterface")],
        attributes: { mask_dim_sizes: required(AttrClass::DenseArray("i64")) },
        results: { result: one(MASK_OF_ANY_RANK) },
        format: "$mask_dim_sizes attr-dict `:` type(results)",
        verify: verify::masking::constant_mask,
    }

    /// A mask with dynamic bounds: set at indices below them.
    CreateMask = "vector.create_mask" {
        traits: [Pure, Declared("VectorUnrollOpInterface")],
        operands: { operands: variadic(INDEX) },
        results: { result: one(MASK_OF_ANY_RANK) },
        format: "$operands attr-dict `:` type(results)",
        verify: verify::masking::create_mask,
    }

    /// Runs an operation only for the elements where a mask is set.
    Mask = "vector.mask" {
        traits: [
            SingleBlockImplicitTerminator("vector.yield"), Declared("MaskingOpInterface"),
            RecursiveMemoryEffects, NoRegionArguments,
        ],
        operands: { mask: one(MASK), passthru: optional(ANY) },
        results: { results: variadic(ANY) },
        regions: { maskRegion: one(RegionSize::Sized(1)) },
        parse: syntax::masking::parse_mask, print: syntax::masking::print_mask,
        verify: verify::masking::mask,
    }

    /// The terminator of a region, with its results.
    Yield = "vector.yield" {
        traits: [Pure, Declared("ReturnLike"), Terminator],
        operands: { operands: variadic(ANY) },
        format: "attr-dict ($operands^ `:` type($operands))?",
    }
}
