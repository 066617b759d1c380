//! Copies between memrefs.

use tern_mlir::builtin::ANY;
use tern_mlir::declare::operations;

use crate::memref::constraints::{ANY_MEMREF, INDEX, MEMREF};
use crate::memref::{syntax, verify};

operations! {
    /// Copies all elements.
    Copy = "memref.copy" {
        traits: [SameOperandsElementType, SameOperandsShape],
        operands: { source: one(ANY_MEMREF), target: one(ANY_MEMREF) },
        format: "$source `,` $target attr-dict `:` type($source) `to` type($target)",
    }

    /// Starts an asynchronous copy.
    DmaStart = "memref.dma_start" {
        operands: { operands: variadic(ANY) },
        parse: syntax::transfer::parse_dma_start, print: syntax::transfer::print_dma_start,
        verify: verify::transfer::dma_start,
    }

    /// Waits for the copy with a given tag.
    DmaWait = "memref.dma_wait" {
        operands: { tagMemRef: one(MEMREF), tagIndices: variadic(INDEX), numElements: one(INDEX) },
        format: "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)",
        verify: verify::transfer::dma_wait,
    }
}
