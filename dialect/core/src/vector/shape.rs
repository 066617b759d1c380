//! Operations that build vectors from vectors and scalars, and take parts of them.

use tern_mlir::declare::{AttrClass, View, operations};
use tern_mlir::{Attribute, Context, OpRef, Type, Value};

use super::attributes::I64_ARRAY;
use super::constraints::{
    ANY, FIXED_VECTOR_OF_ANY_RANK, INDEX, INDEX_RANK_1, RANK_1, SCALABLE_RANK_1, VECTOR, VECTOR_OF_ANY_RANK,
};
use super::contraction::same_element;
use super::types::VectorType;
use super::verify;

/// The vector type with the last dimension doubled; two elements for rank 0.
fn doubled(context: &Context, ty: Type) -> Option<Type> {
    let mut vector = VectorType::of(context, ty)?;
    match vector.shape.last_mut() {
        Some(last) => *last = last.checked_mul(2)?,
        None => vector = VectorType::fixed(&[2], vector.element),
    }
    Some(vector.ty(context))
}

/// The vector type with the last dimension halved.
fn halved(context: &Context, ty: Type) -> Option<Type> {
    let mut vector = VectorType::of(context, ty)?;
    *vector.shape.last_mut()? /= 2;
    Some(vector.ty(context))
}

/// The result type of a shuffle: as many elements, or rows, as the mask has.
fn shuffled(context: &Context, operands: &[Type], attributes: Attribute) -> Option<Vec<Type>> {
    let source = VectorType::of(context, *operands.first()?)?;
    let mask = attributes.entry(context, "mask")?.as_dense_i64(context)?;
    // There is no empty vector; the verifier rejects an empty mask.
    let mut result = VectorType::fixed(&[i64::try_from(mask.len().max(1)).ok()?], source.element);
    let rest = source.drop_front(1);
    result.shape.extend(rest.shape);
    result.scalable.extend(rest.scalable);
    Some(vec![result.ty(context)])
}

/// The type of a value, if it is a vector.
fn vector_of(op: OpRef<'_>, value: Value) -> Option<VectorType> {
    VectorType::of(op.context, op.type_of(value))
}

/// Whether a position is a multiple of the number of elements of a vector.
fn is_aligned(op: OpRef<'_>, position: u64, vector: Value) -> bool {
    let count = vector_of(op, vector).map(|vector| vector.count());
    count.is_some_and(|count| count != 0 && position.cast_signed() % count == 0)
}

fn same_rank(op: BitCast<View<'_>>) -> bool {
    let rank = |value| vector_of(*op.0, value).map(|vector| vector.rank());
    rank(op.source()) == rank(op.result())
}

fn has_even_last_dimension(op: Deinterleave<View<'_>>) -> bool {
    let source = vector_of(*op.0, op.source());
    source.and_then(|vector| vector.shape.last().copied()).is_some_and(|size| size % 2 == 0)
}

operations! {
    /// The runtime factor of scalable dimensions.
    Vscale = "vector.vscale" {
        traits: [Pure, ResultName(|_| Some("vscale".to_owned()))],
        results: { res: one(INDEX) },
        format: "attr-dict",
    }

    /// Reinterprets the bits of a vector as other elements.
    BitCast = "vector.bitcast" {
        traits: [Pure, Predicate { summary: "all of {source, result} have same rank", check: same_rank }],
        operands: { source: one(VECTOR_OF_ANY_RANK) },
        results: { result: one(VECTOR_OF_ANY_RANK) },
        format: "$source attr-dict `:` type($source) `to` type($result)",
        verify: verify::shape::bitcast,
    }

    /// Repeats a scalar or vector.
    Broadcast = "vector.broadcast" {
        traits: [
            Pure, Declared("VectorUnrollOpInterface"), Declared("InferIntRangeInterface"),
            Predicate {
                summary: "source operand and result have same element type",
                check: |op: Broadcast<View<'_>>| same_element(*op.0, op.source(), op.vector())
            },
        ],
        operands: { source: one(ANY) },
        results: { vector: one(VECTOR_OF_ANY_RANK) },
        format: "$source attr-dict `:` type($source) `to` type($vector)",
        verify: verify::shape::broadcast,
    }

    /// Selects elements of two concatenated vectors by a constant mask.
    Shuffle = "vector.shuffle" {
        traits: [
            Pure,
            Predicate {
                summary: "first operand v1 and result have same element type",
                check: |op: Shuffle<View<'_>>| same_element(*op.0, op.v1(), op.vector())
            },
            Predicate {
                summary: "second operand v2 and result have same element type",
                check: |op: Shuffle<View<'_>>| same_element(*op.0, op.v2(), op.vector())
            },
            InferResults(shuffled),
        ],
        operands: { v1: one(FIXED_VECTOR_OF_ANY_RANK), v2: one(FIXED_VECTOR_OF_ANY_RANK) },
        attributes: { mask: required(AttrClass::DenseArray("i64")) },
        results: { vector: one(VECTOR) },
        format: "operands $mask attr-dict `:` type(operands)",
        verify: verify::shape::shuffle,
    }

    /// Interleaves the elements of two vectors.
    Interleave = "vector.interleave" {
        traits: [
            Pure, AllTypesMatch(&["lhs", "rhs"]),
            TypesMatchWith {
                summary: "type of 'result' is double the width of the inputs",
                from: "lhs", to: "result", transform: doubled
            },
        ],
        operands: { lhs: one(VECTOR_OF_ANY_RANK), rhs: one(VECTOR_OF_ANY_RANK) },
        results: { result: one(VECTOR) },
        format: "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)",
    }

    /// Separates the elements at even and odd indices.
    Deinterleave = "vector.deinterleave" {
        traits: [
            Pure,
            Predicate {
                summary: "the trailing dimension of the source vector has an even number of elements",
                check: has_even_last_dimension
            },
            TypesMatchWith {
                summary: "the trailing dimension of the results is half the width of source trailing dimension",
                from: "source", to: "res1", transform: halved
            },
            AllTypesMatch(&["res1", "res2"]),
        ],
        operands: { source: one(VECTOR) },
        results: { res1: one(VECTOR), res2: one(VECTOR) },
        format: "$source attr-dict `:` type($source) `->` type($res1)",
    }

    /// Extracts an element, or the subvector at some leading indices.
    Extract = "vector.extract" {
        traits: [
            Pure, Declared("InferIntRangeInterface"),
            Predicate {
                summary: "operand and result have same element type",
                check: |op: Extract<View<'_>>| same_element(*op.0, op.source(), op.result())
            },
            Declared("InferTypeOpAdaptorWithIsCompatible"),
        ],
        operands: { source: one(VECTOR_OF_ANY_RANK), dynamic_position: variadic(INDEX) },
        attributes: { static_position: required(AttrClass::DenseArray("i64")) },
        results: { result: one(ANY) },
        format: "$source `` custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($result) `from` type($source)",
        verify: verify::shape::extract,
    }

    /// Inserts an element, or a subvector at some leading indices; the result is a new vector.
    Insert = "vector.insert" {
        traits: [
            Pure, Declared("InferIntRangeInterface"),
            Predicate {
                summary: "source operand and result have same element type",
                check: |op: Insert<View<'_>>| same_element(*op.0, op.valueToStore(), op.result())
            },
            AllTypesMatch(&["dest", "result"]),
        ],
        operands: { valueToStore: one(ANY), dest: one(VECTOR_OF_ANY_RANK), dynamic_position: variadic(INDEX) },
        attributes: { static_position: required(AttrClass::DenseArray("i64")) },
        results: { result: one(VECTOR_OF_ANY_RANK) },
        format: "$valueToStore `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($valueToStore) `into` type($dest)",
        verify: verify::shape::insert,
    }

    /// Extracts a part of a scalable vector.
    ScalableExtract = "vector.scalable.extract" {
        traits: [
            Pure,
            Predicate {
                summary: "all of {source, result} have same element type",
                check: |op: ScalableExtract<View<'_>>| same_element(*op.0, op.source(), op.result())
            },
            Predicate {
                summary: "position is a multiple of the result length.",
                check: |op: ScalableExtract<View<'_>>| is_aligned(*op.0, op.pos(), op.result())
            },
        ],
        operands: { source: one(SCALABLE_RANK_1) },
        attributes: { pos: required(AttrClass::Integer(64)) },
        results: { result: one(RANK_1) },
        format: "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)",
    }

    /// Inserts a part into a scalable vector.
    ScalableInsert = "vector.scalable.insert" {
        traits: [
            Pure,
            Predicate {
                summary: "all of {valueToStore, dest} have same element type",
                check: |op: ScalableInsert<View<'_>>| same_element(*op.0, op.valueToStore(), op.dest())
            },
            AllTypesMatch(&["dest", "result"]),
            Predicate {
                summary: "position is a multiple of the source length.",
                check: |op: ScalableInsert<View<'_>>| is_aligned(*op.0, op.pos(), op.valueToStore())
            },
        ],
        operands: { valueToStore: one(RANK_1), dest: one(SCALABLE_RANK_1) },
        attributes: { pos: required(AttrClass::Integer(64)) },
        results: { result: one(SCALABLE_RANK_1) },
        format: "$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)",
    }

    /// Extracts a slice of the same rank.
    ExtractStridedSlice = "vector.extract_strided_slice" {
        traits: [
            Pure,
            Predicate {
                summary: "operand and result have same element type",
                check: |op: ExtractStridedSlice<View<'_>>| same_element(*op.0, op.source(), op.result())
            },
        ],
        operands: { source: one(VECTOR) },
        attributes: {
            offsets: required(I64_ARRAY), sizes: required(I64_ARRAY), strides: required(I64_ARRAY),
        },
        results: { result: one(VECTOR) },
        format: "$source attr-dict `:` type($source) `to` type(results)",
        verify: verify::slices::extract_strided_slice,
    }

    /// Inserts a slice.
    InsertStridedSlice = "vector.insert_strided_slice" {
        traits: [
            Pure,
            Predicate {
                summary: "operand #0 and result have same element type",
                check: |op: InsertStridedSlice<View<'_>>| same_element(*op.0, op.valueToStore(), op.result())
            },
            AllTypesMatch(&["dest", "result"]),
        ],
        operands: { valueToStore: one(VECTOR), dest: one(VECTOR) },
        attributes: { offsets: required(I64_ARRAY), strides: required(I64_ARRAY) },
        results: { result: one(VECTOR) },
        format: "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)",
        verify: verify::slices::insert_strided_slice,
    }

    /// Changes the shape, keeping the elements in order.
    ShapeCast = "vector.shape_cast" {
        traits: [Pure, Declared("VectorUnrollOpInterface"), Declared("InferIntRangeInterface")],
        operands: { source: one(VECTOR_OF_ANY_RANK) },
        results: { result: one(VECTOR_OF_ANY_RANK) },
        format: "$source attr-dict `:` type($source) `to` type($result)",
        verify: verify::shape::shape_cast,
    }

    /// Permutes the dimensions.
    Transpose = "vector.transpose" {
        traits: [
            Pure, Declared("InferIntRangeInterface"), Declared("VectorUnrollOpInterface"),
            Predicate {
                summary: "operand and result have same element type",
                check: |op: Transpose<View<'_>>| same_element(*op.0, op.vector(), op.result())
            },
        ],
        operands: { vector: one(VECTOR_OF_ANY_RANK) },
        attributes: { permutation: required(AttrClass::DenseArray("i64")) },
        results: { result: one(VECTOR_OF_ANY_RANK) },
        format: "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)",
        verify: verify::shape::transpose,
    }

    /// Builds a vector from scalars.
    FromElements = "vector.from_elements" {
        traits: [Pure, ElementsMatch { shaped: "dest", elements: "elements" }],
        operands: { elements: variadic(ANY) },
        results: { dest: one(FIXED_VECTOR_OF_ANY_RANK) },
        format: "$elements attr-dict `:` type($dest)",
    }

    /// Extracts all elements of a vector.
    ToElements = "vector.to_elements" {
        traits: [
            InferResults(elements), Pure,
            ElementsMatch { shaped: "source", elements: "elements" },
        ],
        operands: { source: one(VECTOR_OF_ANY_RANK) },
        results: { elements: variadic(ANY) },
        format: "$source attr-dict `:` type($source)",
    }

    /// The vector `0, 1, 2, …`.
    Step = "vector.step" {
        traits: [Pure, Declared("VectorUnrollOpInterface"), Declared("InferIntRangeInterface")],
        results: { result: one(INDEX_RANK_1) },
        format: "attr-dict `:` type($result)",
    }
}

/// The result types of `vector.to_elements`, one per element.
fn elements(context: &Context, operands: &[Type], _: Attribute) -> Option<Vec<Type>> {
    let (element, count) = operands.first()?.elements(context)?;
    // A vector can have more elements than an operation can have results.
    (count <= usize::from(u16::MAX)).then(|| vec![element; count])
}
