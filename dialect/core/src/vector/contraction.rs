//! Operations that combine elements: contractions, reductions, products and scans.

use tern_mlir::declare::{AttrClass, View, attribute_classes, operations};
use tern_mlir::{Attribute, Context, OpRef, Type, Value};

use super::attributes::{ITERATOR_TYPES, KIND};
use super::constraints::{ANY, FLOAT_VECTOR, VECTOR, VECTOR_OF_ANY_RANK};
use super::{syntax, verify};
use crate::arith::FASTMATH;

attribute_classes! {
    /// The combining kind of a reduction.
    KIND_CLASS: KIND = AttrClass::Declared(&KIND);
}

/// Whether two operands or results have the same element type.
pub(super) fn same_element(op: OpRef<'_>, one: Value, other: Value) -> bool {
    let element = |value| op.type_of(value).element_or_self(op.context);
    element(one) == element(other)
}

/// The result type of a reduction is that of its accumulator.
fn accumulator(context: &Context, operands: &[Type], attributes: Attribute) -> Option<Vec<Type>> {
    let _ = (context, attributes);
    operands.get(1).map(|&ty| vec![ty])
}

operations! {
    /// Sums of products of elements of two vectors, along dimensions given by maps.
    Contract = "vector.contract" {
        traits: [
            Declared("IndexingMapOpInterface"), Pure,
            Predicate {
                summary: "lhs and rhs have same element type",
                check: |op: Contract<View<'_>>| same_element(*op.0, op.lhs(), op.rhs())
            },
            Predicate {
                summary: "third operand acc and result have same element type",
                check: |op: Contract<View<'_>>| same_element(*op.0, op.acc(), op.result())
            },
            Declared("MaskableOpInterface"), Declared("VectorUnrollOpInterface"),
        ],
        operands: { lhs: one(VECTOR), rhs: one(VECTOR), acc: one(ANY) },
        attributes: {
            indexing_maps: required(AttrClass::Array),
            iterator_types: required(ITERATOR_TYPES),
            kind: default(AttrClass::Declared(&KIND), "add"),
        },
        results: { result: one(ANY) },
        parse: syntax::contraction::parse_contract, print: syntax::contraction::print_contract,
        verify: verify::contraction::contract,
    }

    /// Reduces the elements of a vector to a scalar.
    Reduction = "vector.reduction" {
        traits: [
            Pure,
            Predicate {
                summary: "source operand and result have same element type",
                check: |op: Reduction<View<'_>>| same_element(*op.0, op.vector(), op.dest())
            },
            TypesMatchWith {
                summary: "dest and acc have the same type",
                from: "dest", to: "acc", transform: |_, ty| Some(ty)
            },
            Declared("ArithFastMathInterface"), Declared("MaskableOpInterface"),
            Declared("VectorUnrollOpInterface"),
        ],
        operands: { vector: one(VECTOR_OF_ANY_RANK), acc: optional(ANY) },
        attributes: {
            kind: required(KIND_CLASS),
            fastmath: default(AttrClass::Declared(&FASTMATH), "none"),
        },
        results: { dest: one(ANY) },
        format: "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` type($dest)",
        verify: verify::contraction::reduction,
    }

    /// Reduces the elements of a vector along some of its dimensions.
    MultiReduction = "vector.multi_reduction" {
        traits: [
            Pure, AllTypesMatch(&["dest", "acc"]),
            Predicate {
                summary: "source operand and result have same element type",
                check: |op: MultiReduction<View<'_>>| same_element(*op.0, op.source(), op.dest())
            },
            InferResults(accumulator), Declared("MaskableOpInterface"), Declared("VectorUnrollOpInterface"),
        ],
        operands: { source: one(VECTOR), acc: one(ANY) },
        attributes: { kind: required(KIND_CLASS), reduction_dims: required(AttrClass::DenseArray("i64")) },
        results: { dest: one(ANY) },
        format: "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)",
        verify: verify::contraction::multi_reduction,
    }

    /// The outer product of two vectors.
    OuterProduct = "vector.outerproduct" {
        traits: [
            Pure,
            Predicate {
                summary: "lhs operand and result have same element type",
                check: |op: OuterProduct<View<'_>>| same_element(*op.0, op.lhs(), op.result())
            },
            Predicate {
                summary: "rhs operand and result have same element type",
                check: |op: OuterProduct<View<'_>>| same_element(*op.0, op.rhs(), op.result())
            },
            Declared("MaskableOpInterface"),
        ],
        operands: { lhs: one(VECTOR), rhs: one(ANY), acc: optional(VECTOR) },
        attributes: { kind: default(AttrClass::Declared(&KIND), "add") },
        results: { result: one(VECTOR) },
        parse: syntax::contraction::parse_outer_product, print: syntax::contraction::print_outer_product,
        verify: verify::contraction::outer_product,
    }

    /// A prefix scan along a dimension.
    Scan = "vector.scan" {
        traits: [Pure, AllTypesMatch(&["source", "dest"]), AllTypesMatch(&["initial_value", "accumulated_value"])],
        operands: { source: one(VECTOR), initial_value: one(VECTOR_OF_ANY_RANK) },
        attributes: {
            kind: required(KIND_CLASS),
            reduction_dim: required(AttrClass::Integer(64)),
            inclusive: required(AttrClass::Bool),
        },
        results: { dest: one(VECTOR), accumulated_value: one(VECTOR_OF_ANY_RANK) },
        format: "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)",
        verify: verify::contraction::scan,
    }

    /// Fused multiply-add: `a * b + c`, rounded once.
    Fma = "vector.fma" {
        traits: [
            Pure, AllTypesMatch(&["lhs", "rhs", "acc", "result"]), Declared("VectorUnrollOpInterface"),
            Declared("Elementwise"), Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { lhs: one(FLOAT_VECTOR), rhs: one(FLOAT_VECTOR), acc: one(FLOAT_VECTOR) },
        results: { result: one(FLOAT_VECTOR) },
        format: "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)",
    }
}
