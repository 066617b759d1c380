//! Operations that load vectors from memory or tensors, and store them.

use tern_mlir::declare::{AttrClass, operations};

use super::attributes::{ALIGNMENT, BOOL_ARRAY};
use super::constraints::{
    ANY, FIXED_MASK, INDEX, INDEX_OR_INTEGER_VECTOR, MASK, MEMREF, RANKED_TENSOR, SHAPED, TENSOR_OR_MEMREF,
    VECTOR, VECTOR_OF_ANY_RANK,
};
use super::{syntax, verify};
use crate::memref::constraints::AFFINE_MAP;

operations! {
    /// Reads a vector, with permuted or broadcast dimensions and an optional mask; out-of-bounds elements are padded.
    TransferRead = "vector.transfer_read" {
        traits: [MemRead("base"),
            Declared("VectorTransferOpInterface"), Declared("VectorUnrollOpInterface"),
            Declared("MaskableOpInterface"), Declared("MemoryEffectOpInterface"),
            Declared("ConditionallySpeculatable"), Declared("MemorySpaceCastConsumerOpInterface"),
            AttrSizedOperandSegments, Declared("DestinationStyleOpInterface"),
        ],
        operands: { base: one(SHAPED), indices: variadic(INDEX), padding: one(ANY), mask: optional(MASK) },
        attributes: { permutation_map: required(AFFINE_MAP), in_bounds: required(BOOL_ARRAY) },
        results: { vector: one(VECTOR_OF_ANY_RANK) },
        parse: syntax::transfer::parse_read, print: syntax::transfer::print_read,
        verify: verify::transfer::read,
    }

    /// Writes a vector, with permuted dimensions and an optional mask; out-of-bounds elements are not written.
    TransferWrite = "vector.transfer_write" {
        traits: [MemWrite("base"),
            Declared("VectorTransferOpInterface"), Declared("VectorUnrollOpInterface"),
            Declared("MaskableOpInterface"), Declared("MemoryEffectOpInterface"),
            Declared("ConditionallySpeculatable"), Declared("MemorySpaceCastConsumerOpInterface"),
            AttrSizedOperandSegments, Declared("DestinationStyleOpInterface"),
        ],
        operands: {
            valueToStore: one(VECTOR_OF_ANY_RANK), base: one(SHAPED), indices: variadic(INDEX), mask: optional(MASK)
        },
        attributes: { permutation_map: required(AFFINE_MAP), in_bounds: required(BOOL_ARRAY) },
        results: { result: optional(RANKED_TENSOR) },
        parse: syntax::transfer::parse_write, print: syntax::transfer::print_write,
        verify: verify::transfer::write,
    }

    /// Loads a contiguous vector.
    Load = "vector.load" {
        traits: [MemRead("base"),
            Declared("VectorUnrollOpInterface"), Declared("MemorySpaceCastConsumerOpInterface"),
            Declared("AlignmentAttrOpInterface"),
        ],
        operands: { base: one(MEMREF), indices: variadic(INDEX) },
        attributes: { nontemporal: implied(AttrClass::Bool, "false"), alignment: optional(ALIGNMENT) },
        results: { result: one(VECTOR_OF_ANY_RANK) },
        format: "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)",
        verify: verify::memory::load,
    }

    /// Stores a contiguous vector.
    Store = "vector.store" {
        traits: [MemWrite("base"),
            Declared("VectorUnrollOpInterface"), Declared("MemorySpaceCastConsumerOpInterface"),
            Declared("AlignmentAttrOpInterface"),
        ],
        operands: { valueToStore: one(VECTOR_OF_ANY_RANK), base: one(MEMREF), indices: variadic(INDEX) },
        attributes: { nontemporal: implied(AttrClass::Bool, "false"), alignment: optional(ALIGNMENT) },
        format: "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)",
        verify: verify::memory::store,
    }

    /// Loads the elements where a mask is set.
    MaskedLoad = "vector.maskedload" {
        traits: [MemRead("base"), Declared("MemorySpaceCastConsumerOpInterface"), Declared("AlignmentAttrOpInterface")],
        operands: { base: one(MEMREF), indices: variadic(INDEX), mask: one(MASK), pass_thru: one(VECTOR) },
        attributes: { alignment: optional(ALIGNMENT) },
        results: { result: one(VECTOR) },
        format: "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)",
        verify: verify::memory::masked_load,
    }

    /// Stores the elements where a mask is set.
    MaskedStore = "vector.maskedstore" {
        traits: [MemWrite("base"), Declared("MemorySpaceCastConsumerOpInterface"), Declared("AlignmentAttrOpInterface")],
        operands: { base: one(MEMREF), indices: variadic(INDEX), mask: one(MASK), valueToStore: one(VECTOR) },
        attributes: { alignment: optional(ALIGNMENT) },
        format: "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` type($valueToStore)",
        verify: verify::memory::masked_store,
    }

    /// Loads elements from a vector of indices.
    Gather = "vector.gather" {
        traits: [MemRead("base"),
            Declared("MaskableOpInterface"), Declared("MemorySpaceCastConsumerOpInterface"),
            Declared("VectorUnrollOpInterface"), Declared("AlignmentAttrOpInterface"),
        ],
        operands: {
            base: one(TENSOR_OR_MEMREF), offsets: variadic(INDEX), indices: one(INDEX_OR_INTEGER_VECTOR),
            mask: one(MASK), pass_thru: one(VECTOR)
        },
        attributes: { alignment: optional(ALIGNMENT) },
        results: { result: one(VECTOR) },
        format: "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)",
        verify: verify::memory::gather,
    }

    /// Stores elements to a vector of indices.
    Scatter = "vector.scatter" {
        traits: [MemWrite("base"), Declared("MemorySpaceCastConsumerOpInterface"), Declared("AlignmentAttrOpInterface")],
        operands: {
            base: one(TENSOR_OR_MEMREF), offsets: variadic(INDEX), indices: one(INDEX_OR_INTEGER_VECTOR),
            mask: one(MASK), valueToStore: one(VECTOR)
        },
        attributes: { alignment: optional(ALIGNMENT) },
        results: { result: optional(RANKED_TENSOR) },
        format: "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($indices) `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?",
        verify: verify::memory::scatter,
    }

    /// Loads contiguous elements into the lanes where a mask is set.
    ExpandLoad = "vector.expandload" {
        traits: [MemRead("base"), Declared("MemorySpaceCastConsumerOpInterface"), Declared("AlignmentAttrOpInterface")],
        operands: { base: one(MEMREF), indices: variadic(INDEX), mask: one(FIXED_MASK), pass_thru: one(VECTOR) },
        attributes: { alignment: optional(ALIGNMENT) },
        results: { result: one(VECTOR) },
        format: "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)",
        verify: verify::memory::expand_load,
    }

    /// Stores the lanes where a mask is set to contiguous elements.
    CompressStore = "vector.compressstore" {
        traits: [MemWrite("base"), Declared("MemorySpaceCastConsumerOpInterface"), Declared("AlignmentAttrOpInterface")],
        operands: { base: one(MEMREF), indices: variadic(INDEX), mask: one(FIXED_MASK), valueToStore: one(VECTOR) },
        attributes: { alignment: optional(ALIGNMENT) },
        format: "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` type($valueToStore)",
        verify: verify::memory::compress_store,
    }
}
