//! Operations that view the same memory in another way.

use tern_mlir::declare::{AttrClass, attribute_classes, operations};
use tern_mlir::{Context, Type};

use crate::memref::constraints::{
    AFFINE_MAP, ANY_MEMREF, BYTES, INDEX, MEMREF, REASSOCIATION, SHAPE, STRIDED,
};
use crate::memref::{syntax, types, verify};

attribute_classes! {
    /// `array<i64: …>`
    NUMBERS: [i64] = AttrClass::DenseArray("i64");
}

/// Checks a cast of one operand to one result.
fn pairwise(context: &Context, from: &[Type], to: &[Type], fits: fn(&Context, Type, Type) -> bool) -> bool {
    matches!((from, to), (&[from], &[to]) if fits(context, from, to))
}

operations! {
    /// Casts to a memref type with more or less static information.
    Cast = "memref.cast" {
        traits: [
            Cast(|c, from, to| pairwise(c, from, to, types::cast_compatible)), Declared("MemRefsNormalizable"),
            Declared("MemorySpaceCastConsumerOpInterface"), Pure, ResultName(|_| Some("cast".to_owned())), SameOperandsAndResultShape, Declared("ViewLikeOpInterface"),
        ],
        operands: { source: one(ANY_MEMREF) },
        results: { dest: one(ANY_MEMREF) },
        format: "$source attr-dict `:` type($source) `to` type($dest)",
    }

    /// Casts to another memory space.
    MemorySpaceCast = "memref.memory_space_cast" {
        traits: [
            Cast(|c, from, to| pairwise(c, from, to, types::space_cast_compatible)), Declared("MemRefsNormalizable"),
            Declared("MemorySpaceCastOpInterface"), Pure,
            ResultName(|_| Some("memspacecast".to_owned())), SameOperandsAndResultElementType, SameOperandsAndResultShape,
            Declared("ViewLikeOpInterface"),
        ],
        operands: { source: one(ANY_MEMREF) },
        results: { dest: one(ANY_MEMREF) },
        format: "$source attr-dict `:` type($source) `to` type($dest)",
    }

    /// Makes a memref from a buffer, an offset, sizes and strides.
    ReinterpretCast = "memref.reinterpret_cast" {
        traits: [
            AttrSizedOperandSegments, Declared("MemRefsNormalizable"), Declared("MemorySpaceCastConsumerOpInterface"),
            Declared("OffsetSizeAndStrideOpInterface"), Pure, ResultName(|_| Some("reinterpret_cast".to_owned())),
            Declared("ViewLikeOpInterface"),
        ],
        operands: {
            source: one(ANY_MEMREF), offsets: variadic(INDEX), sizes: variadic(INDEX), strides: variadic(INDEX)
        },
        attributes: {
            static_offsets: required(NUMBERS), static_sizes: required(NUMBERS), static_strides: required(NUMBERS),
        },
        results: { result: one(STRIDED) },
        format: "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) `` `,` `sizes` `` `:` custom<DynamicIndexList>($sizes, $static_sizes) `` `,` `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
        verify: verify::view::reinterpret_cast,
    }

    /// Changes the shape to one that is stored in memory.
    Reshape = "memref.reshape" {
        traits: [
            Declared("MemorySpaceCastConsumerOpInterface"), Pure, ResultName(|_| Some("reshape".to_owned())),
            Declared("ViewLikeOpInterface"),
        ],
        operands: { source: one(ANY_MEMREF), shape: one(SHAPE) },
        results: { result: one(ANY_MEMREF) },
        format: "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
        verify: verify::view::reshape,
    }

    /// Views bytes as elements of any type.
    View = "memref.view" {
        traits: [
            Declared("MemorySpaceCastConsumerOpInterface"), Pure, ResultName(|_| Some("view".to_owned())),
            Declared("ViewLikeOpInterface"),
        ],
        operands: { source: one(BYTES), byte_shift: one(INDEX), sizes: variadic(INDEX) },
        results: { result: one(MEMREF) },
        format: "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)",
        verify: verify::view::view,
    }

    /// A strided slice: offset, size and stride for each dimension.
    SubView = "memref.subview" {
        traits: [
            AttrSizedOperandSegments, Declared("InferStridedMetadataOpInterface"),
            Declared("MemorySpaceCastConsumerOpInterface"), Declared("OffsetSizeAndStrideOpInterface"), Pure,
            ResultName(|_| Some("subview".to_owned())), Declared("ViewLikeOpInterface"),
        ],
        operands: { source: one(MEMREF), offsets: variadic(INDEX), sizes: variadic(INDEX), strides: variadic(INDEX) },
        attributes: {
            static_offsets: required(NUMBERS), static_sizes: required(NUMBERS), static_strides: required(NUMBERS),
        },
        results: { result: one(MEMREF) },
        format: "$source `` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
        verify: verify::view::subview,
    }

    /// Splits dimensions.
    ExpandShape = "memref.expand_shape" {
        traits: [
            Declared("MemorySpaceCastConsumerOpInterface"), Pure, Declared("ReifyRankedShapedTypeOpInterface"),
            ResultName(|_| Some("expand_shape".to_owned())), Declared("ViewLikeOpInterface"),
        ],
        operands: { src: one(STRIDED), output_shape: variadic(INDEX) },
        attributes: { reassociation: required(REASSOCIATION), static_output_shape: required(NUMBERS) },
        results: { result: one(STRIDED) },
        format: "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict `:` type($src) `into` type($result)",
        verify: verify::reassociation::expand_shape,
    }

    /// Merges dimensions.
    CollapseShape = "memref.collapse_shape" {
        traits: [
            Declared("MemorySpaceCastConsumerOpInterface"), Pure, ResultName(|_| Some("collapse_shape".to_owned())),
            Declared("ViewLikeOpInterface"),
        ],
        operands: { src: one(STRIDED) },
        attributes: { reassociation: required(REASSOCIATION) },
        results: { result: one(STRIDED) },
        format: "$src $reassociation attr-dict `:` type($src) `into` type($result)",
        verify: verify::reassociation::collapse_shape,
    }

    /// Permutes dimensions.
    Transpose = "memref.transpose" {
        traits: [
            Declared("MemorySpaceCastConsumerOpInterface"), Pure, ResultName(|_| Some("transpose".to_owned())),
        ],
        operands: { r#in: one(STRIDED) },
        attributes: { permutation: required(AFFINE_MAP) },
        results: { result: one(STRIDED) },
        parse: syntax::view::parse_transpose, print: syntax::view::print_transpose,
        verify: verify::view::transpose,
    }
}
