//! The part of the `tensor` dialect that lowerings of other dialects need: sizes, and conversion between tensors and elements.
//! Source: `TensorOps.td`.

use tern_mlir::builtin::ANY;
use tern_mlir::declare::{Dialect, View, operations, type_constraints};
use tern_mlir::inlining::Inlinable;
use tern_mlir::types::{DYNAMIC, Type, TypeKind};
use tern_mlir::verify::{Verifier, compatible_shapes};
use tern_mlir::{Context, OpRef, Value};

use crate::memref::constraints::INDEX;

/// The declaration of the dialect.
pub static DIALECT: Dialect =
    Dialect { operations: OPERATIONS, interfaces: &[&Inlinable::ALL], ..Dialect::new("tensor") };

type_constraints! {
    /// A tensor, ranked or not.
    TENSOR = "tensor of any type values", |c, t| {
        matches!(t.kind(c), TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_))
    };

    /// A ranked tensor.
    RANKED = "ranked tensor of any type values", |c, t| matches!(t.kind(c), TypeKind::RankedTensor { .. });

    /// A ranked tensor of non-zero rank, or an unranked tensor.
    WITH_DIMENSIONS = "non-0-ranked or unranked tensor", |c, t| match t.kind(c) {
        TypeKind::RankedTensor { shape, .. } => !shape.is_empty(),
        other => matches!(other, TypeKind::UnrankedTensor(_)),
    };

    /// A tensor of static shape.
    STATIC = "statically shaped tensor of any type values", |c, t| {
        matches!(t.kind(c), TypeKind::RankedTensor { shape, .. } if !shape.contains(&DYNAMIC))
    };
}

operations! {
    /// Casts a tensor to a type with more or less static information.
    Cast = "tensor.cast" {
        traits: [Cast(can_be_cast), Pure, ResultName(|_| Some("cast".to_owned()))],
        operands: { source: one(TENSOR) },
        results: { dest: one(TENSOR) },
        format: "$source attr-dict `:` type($source) `to` type($dest)",
    }

    /// The size of a dimension.
    Dim = "tensor.dim" {
        traits: [
            Declared("ConditionallySpeculatable"), Declared("InferIntRangeInterface"), NoMemoryEffect,
            ResultName(|_| Some("dim".to_owned())), Declared("ShapedDimOpInterface"),
        ],
        operands: { source: one(WITH_DIMENSIONS), index: one(INDEX) },
        results: { result: one(INDEX) },
        format: "attr-dict $source `,` $index `:` type($source)",
    }

    /// A tensor of given sizes with unspecified elements.
    Empty = "tensor.empty" {
        traits: [Pure, Declared("ReifyRankedShapedTypeOpInterface")],
        operands: { dynamicSizes: variadic(INDEX) },
        results: { result: one(RANKED) },
        format: "`(`$dynamicSizes`)` attr-dict `:` type($result)",
        verify: empty,
    }

    /// Extracts an element.
    Extract = "tensor.extract" {
        traits: [
            Pure, ResultName(|_| Some("extracted".to_owned())),
            TypesMatchWith {
                summary: "result type matches element type of tensor", from: "tensor", to: "result", transform: element
            },
        ],
        operands: { tensor: one(RANKED), indices: variadic(INDEX) },
        results: { result: one(ANY) },
        format: "$tensor `[` $indices `]` attr-dict `:` type($tensor)",
        verify: extract,
    }

    /// Makes a tensor from its elements, in row-major order.
    FromElements = "tensor.from_elements" {
        traits: [
            Pure, ResultName(|_| Some("from_elements".to_owned())),
            ElementsMatch { shaped: "result", elements: "elements" },
        ],
        operands: { elements: variadic(ANY) },
        results: { result: one(STATIC) },
        format: "$elements attr-dict `:` type($result)",
    }

    /// Inserts an element; the result is a new tensor.
    Insert = "tensor.insert" {
        traits: [
            Declared("DestinationStyleOpInterface"), Pure, ResultName(|_| Some("inserted".to_owned())),
            TypesMatchWith {
                summary: "result type matches type of dest", from: "dest", to: "result", transform: |_, ty| Some(ty)
            },
            TypesMatchWith {
                summary: "scalar type matches element type of dest", from: "dest", to: "scalar", transform: element
            },
        ],
        operands: { scalar: one(ANY), dest: one(RANKED), indices: variadic(INDEX) },
        results: { result: one(RANKED) },
        format: "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)",
        verify: insert,
    }

    /// The rank of a tensor.
    Rank = "tensor.rank" {
        traits: [Pure, ResultName(|_| Some("rank".to_owned()))],
        operands: { tensor: one(TENSOR) },
        results: { result: one(INDEX) },
        format: "$tensor attr-dict `:` type($tensor)",
    }

    /// A tensor whose elements are all equal.
    Splat = "tensor.splat" {
        traits: [
            Pure, Declared("ReifyRankedShapedTypeOpInterface"), ResultName(|_| Some("splat".to_owned())),
            TypesMatchWith {
                summary: "operand type matches element type of result", from: "aggregate", to: "input", transform: element
            },
        ],
        operands: { input: one(ANY), dynamicSizes: variadic(INDEX) },
        results: { aggregate: one(RANKED) },
        format: "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)",
        verify: splat,
    }
}

/// The element type of a tensor.
fn element(context: &Context, ty: Type) -> Option<Type> {
    ty.shaped_element(context)
}

/// Whether tensors have the same element type and compatible shapes.
fn can_be_cast(context: &Context, from: &[Type], to: &[Type]) -> bool {
    let (&[from], &[to]) = (from, to) else { return false };
    from.shaped_element(context) == to.shaped_element(context) && compatible_shapes(context, &[from, to])
}

fn empty(verifier: &mut Verifier<'_>, empty: Empty<View<'_>>) {
    check_sizes(verifier, *empty.0, empty.result(), empty.dynamicSizes());
}

fn splat(verifier: &mut Verifier<'_>, splat: Splat<View<'_>>) {
    check_sizes(verifier, *splat.0, splat.aggregate(), splat.dynamicSizes());
}

/// Checks that there is one size operand per dynamic dimension.
fn check_sizes(verifier: &mut Verifier<'_>, op: OpRef<'_>, tensor: Value, sizes: &[Value]) {
    let Some(shape) = op.type_of(tensor).shape(op.context) else { return };
    let wanted = shape.iter().filter(|&&size| size == DYNAMIC).count();
    let found = sizes.len();
    if found != wanted {
        verifier.error(op, format!("incorrect number of dynamic sizes, has {found}, expected {wanted}"));
    }
}

fn extract(verifier: &mut Verifier<'_>, op: Extract<View<'_>>) {
    if !has_all_indices(*op.0, op.tensor(), op.indices()) {
        verifier.error(*op.0, "incorrect number of indices for extract_element");
    }
}

fn insert(verifier: &mut Verifier<'_>, op: Insert<View<'_>>) {
    if !has_all_indices(*op.0, op.dest(), op.indices()) {
        verifier.error(*op.0, "incorrect number of indices");
    }
}

/// Whether there is one index per dimension.
fn has_all_indices(op: OpRef<'_>, tensor: Value, indices: &[Value]) -> bool {
    op.type_of(tensor).shape(op.context).is_none_or(|shape| shape.len() == indices.len())
}
