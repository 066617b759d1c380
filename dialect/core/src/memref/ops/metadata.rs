//! Operations that query a memref, or state facts about it.

use tern_mlir::declare::operations;

use crate::memref::constraints::{
    ANY_MEMREF, INDEX, MEMREF, POSITIVE, STRIDED, STRIDED_SCALAR, WITH_DIMENSIONS,
};
use crate::memref::verify;

operations! {
    /// The size of a dimension.
    Dim = "memref.dim" {
        traits: [
            Declared("ConditionallySpeculatable"), Declared("InferIntRangeInterface"), Declared("MemRefsNormalizable"),
            NoMemoryEffect, ResultName(|_| Some("dim".to_owned())), Declared("ShapedDimOpInterface"),
        ],
        operands: { source: one(WITH_DIMENSIONS), index: one(INDEX) },
        results: { result: one(INDEX) },
        format: "attr-dict $source `,` $index `:` type($source)",
    }

    /// The rank of a memref.
    Rank = "memref.rank" {
        traits: [Pure],
        operands: { memref: one(ANY_MEMREF) },
        results: { result: one(INDEX) },
        format: "$memref attr-dict `:` type($memref)",
    }

    /// The address of the aligned pointer, as an integer.
    ExtractAlignedPointerAsIndex = "memref.extract_aligned_pointer_as_index" {
        traits: [Pure, ResultName(|_| Some("intptr".to_owned())), Declared("SameVariadicResultSize")],
        operands: { source: one(ANY_MEMREF) },
        results: { aligned_pointer: one(INDEX) },
        format: "$source `:` type($source) `->` type(results) attr-dict",
    }

    /// Splits a memref into buffer, offset, sizes and strides.
    ExtractStridedMetadata = "memref.extract_strided_metadata" {
        traits: [
            Declared("InferTypeOpAdaptor"), InferResults(verify::metadata::infer_strided_metadata), Pure,
            Declared("SameVariadicResultSize"), Declared("ViewLikeOpInterface"), ResultName(|_| None),
        ],
        operands: { source: one(STRIDED) },
        results: { base_buffer: one(STRIDED_SCALAR), offset: one(INDEX), sizes: variadic(INDEX), strides: variadic(INDEX) },
        format: "$source `:` type($source) `->` type(results) attr-dict",
    }

    /// States the alignment of a memref's buffer.
    AssumeAlignment = "memref.assume_alignment" {
        traits: [
            Declared("MemorySpaceCastConsumerOpInterface"), Pure, Declared("ReifyRankedShapedTypeOpInterface"),
            ResultName(|_| Some("assume_align".to_owned())), SameOperandsAndResultType, Declared("ViewLikeOpInterface"),
        ],
        operands: { memref: one(MEMREF) },
        attributes: { alignment: required(POSITIVE) },
        results: { result: one(MEMREF) },
        format: "$memref `,` $alignment attr-dict `:` type($memref)",
        verify: verify::metadata::assume_alignment,
    }

    /// States that memrefs do not share memory.
    DistinctObjects = "memref.distinct_objects" {
        traits: [
            Declared("DistinctObjectsTrait"), InferResults(|_, operands, _| Some(operands.to_vec())), Pure,
        ],
        operands: { operands: variadic(MEMREF) },
        results: { results: variadic(MEMREF) },
        format: "$operands attr-dict `:` type($operands)",
        verify: verify::metadata::distinct_objects,
    }
}
