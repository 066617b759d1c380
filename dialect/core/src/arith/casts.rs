//! Type conversions of `arith`.

use std::cmp::Ordering;

use tern_mlir::declare::{AttrClass, families, type_constraints};
use tern_mlir::verify::compatible_shapes;
use tern_mlir::{Context, OpRef, Type, TypeKind};

use super::enums::RoundingMode;
use super::{FASTMATH_CLASS, OVERFLOW};
use crate::elementwise::{
    FIXED_WIDTH_INTEGER_LIKE, FLOAT_LIKE, is_container_of, is_float, is_integer, is_integer_or_index,
};

type_constraints! {
    /// The operand and result types of `arith.index_cast`.
    INDEX_CASTABLE = "signless-integer-like or memref of signless-integer",
        |c, t| is_container_of(c, t, is_integer_or_index) || is_memref_of(c, t, is_integer_or_index);

    /// The operand and result types of `arith.bitcast`.
    BITCASTABLE = "signless-integer-or-float-like or memref of signless-integer or float",
        |c, t| is_container_of(c, t, is_integer_or_float) || is_memref_of(c, t, is_integer_or_float);
}

fn is_integer_or_float(context: &Context, ty: Type) -> bool {
    is_integer(context, ty) || is_float(context, ty)
}

fn is_memref_of(context: &Context, ty: Type, element: fn(&Context, Type) -> bool) -> bool {
    match ty.kind(context) {
        TypeKind::MemRef { element: found, .. } | TypeKind::UnrankedMemRef { element: found, .. } => {
            element(context, *found)
        }
        _ => false,
    }
}

families! { "arith." => "";
    /// Sign or zero extension of an integer.
    family [] {
        traits: [
            Declared("InferIntRangeInterface"), Pure, SameOperandsAndResultShape,
            Predicate { summary: "input and output have the same tensor dimensions", check: same_dimensions },
            Cast(wider_integer), Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { r#in: one(FIXED_WIDTH_INTEGER_LIKE) },
        results: { out: one(FIXED_WIDTH_INTEGER_LIKE) },
        format: "$in attr-dict `:` type($in) `to` type($out)",
    }
    ExtSI: "extsi", ExtUI: "extui";

    /// Truncation of an integer.
    family [] {
        traits: [
            Pure, SameOperandsAndResultShape,
            Predicate { summary: "input and output have the same tensor dimensions", check: same_dimensions },
            Cast(narrower_integer), Declared("InferIntRangeInterface"),
            Declared("ArithIntegerOverflowFlagsInterface"), Declared("VectorUnrollOpInterface"),
            NoMemoryEffect, Elementwise, Declared("Scalarizable"), Declared("Vectorizable"),
            Declared("Tensorizable"),
        ],
        operands: { r#in: one(FIXED_WIDTH_INTEGER_LIKE) },
        attributes: { overflowFlags: default(AttrClass::Declared(&OVERFLOW), "none") },
        results: { out: one(FIXED_WIDTH_INTEGER_LIKE) },
        format: "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)",
    }
    TruncI: "trunci";

    /// Extension of a float to a wider format.
    family [] {
        traits: [
            Declared("ArithFastMathInterface"), Pure, SameOperandsAndResultShape,
            Predicate { summary: "input and output have the same tensor dimensions", check: same_dimensions },
            Cast(wider_float), Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { r#in: one(FLOAT_LIKE) },
        attributes: { fastmath: optional(FASTMATH_CLASS) },
        results: { out: one(FLOAT_LIKE) },
        format: "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)",
    }
    ExtF: "extf";

    /// Truncation of a float to a narrower format.
    family [] {
        traits: [
            Pure, SameOperandsAndResultShape,
            Predicate { summary: "input and output have the same tensor dimensions", check: same_dimensions },
            Declared("ArithRoundingModeInterface"), Declared("ArithFastMathInterface"), Cast(narrower_float),
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { r#in: one(FLOAT_LIKE) },
        attributes: {
            roundingmode: optional(AttrClass::Enum(RoundingMode::DEF)),
            fastmath: optional(FASTMATH_CLASS),
        },
        results: { out: one(FLOAT_LIKE) },
        format: "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)",
    }
    TruncF: "truncf";

    /// Extension of a float, multiplied by a scale. Source: OCP Microscaling Formats.
    family [] {
        traits: [
            Pure,
            Predicate { summary: "input and output have the same tensor dimensions", check: same_dimensions },
            Declared("ArithFastMathInterface"), Cast(wider_float), Declared("VectorUnrollOpInterface"),
            NoMemoryEffect, Elementwise, Declared("Scalarizable"), Declared("Vectorizable"),
            Declared("Tensorizable"),
        ],
        operands: { r#in: one(FLOAT_LIKE), scale: one(FLOAT_LIKE) },
        attributes: { fastmath: optional(FASTMATH_CLASS) },
        results: { out: one(FLOAT_LIKE) },
        format: "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)",
    }
    ScalingExtF: "scaling_extf";

    /// Truncation of a float, divided by a scale. Source: OCP Microscaling Formats.
    family [] {
        traits: [
            Pure,
            Predicate { summary: "input and output have the same tensor dimensions", check: same_dimensions },
            Declared("ArithRoundingModeInterface"), Declared("ArithFastMathInterface"), Cast(narrower_float),
            Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise, Declared("Scalarizable"),
            Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { r#in: one(FLOAT_LIKE), scale: one(FLOAT_LIKE) },
        attributes: {
            roundingmode: optional(AttrClass::Enum(RoundingMode::DEF)),
            fastmath: optional(FASTMATH_CLASS),
        },
        results: { out: one(FLOAT_LIKE) },
        format: "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` \
            type($scale) `to` type($out)",
    }
    ScalingTruncF: "scaling_truncf";

    /// Conversion of a float to an integer, rounding towards zero.
    family [] {
        traits: [
            Pure, SameOperandsAndResultShape,
            Predicate { summary: "input and output have the same tensor dimensions", check: same_dimensions },
            Cast(float_to_integer), Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { r#in: one(FLOAT_LIKE) },
        results: { out: one(FIXED_WIDTH_INTEGER_LIKE) },
        format: "$in attr-dict `:` type($in) `to` type($out)",
    }
    FPToSI: "fptosi", FPToUI: "fptoui";

    /// Conversion of an integer to a float.
    family [] {
        traits: [
            Pure, SameOperandsAndResultShape,
            Predicate { summary: "input and output have the same tensor dimensions", check: same_dimensions },
            Cast(integer_to_float), Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { r#in: one(FIXED_WIDTH_INTEGER_LIKE) },
        results: { out: one(FLOAT_LIKE) },
        format: "$in attr-dict `:` type($in) `to` type($out)",
    }
    SIToFP: "sitofp", UIToFP: "uitofp";

    /// Conversion between `index` and an integer: sign or zero extension, or truncation.
    family [] {
        traits: [
            Declared("InferIntRangeInterface"), Pure, SameOperandsAndResultShape,
            Predicate { summary: "input and output have the same tensor dimensions", check: same_dimensions },
            Cast(index_and_integer), Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { r#in: one(INDEX_CASTABLE) },
        results: { out: one(INDEX_CASTABLE) },
        format: "$in attr-dict `:` type($in) `to` type($out)",
    }
    IndexCast: "index_cast", IndexCastUI: "index_castui";

    /// Reinterpretation of the bits as another type.
    family [] {
        traits: [
            Pure, SameOperandsAndResultShape,
            Predicate { summary: "input and output have the same tensor dimensions", check: same_dimensions },
            Cast(same_width), Declared("VectorUnrollOpInterface"), NoMemoryEffect, Elementwise,
            Declared("Scalarizable"), Declared("Vectorizable"), Declared("Tensorizable"),
        ],
        operands: { r#in: one(BITCASTABLE) },
        results: { out: one(BITCASTABLE) },
        format: "$in attr-dict `:` type($in) `to` type($out)",
    }
    Bitcast: "bitcast";
}

/// `SameInputOutputTensorDims`: operand and result tensors have equal shapes; non-tensors have no shape.
fn same_dimensions(op: OpRef<'_>) -> bool {
    let c = op.context;
    let sizes = |ty: Type| match ty.kind(c) {
        TypeKind::RankedTensor { shape, .. } => Some(&shape[..]),
        // Upstream asks unranked tensors for their sizes, which they do not have.
        TypeKind::UnrankedTensor(_) => None,
        _ => Some(&[][..]),
    };
    let (Some(&operand), Some(result)) = (op.operands().first(), op.result()) else { return true };
    let (from, to) = (op.type_of(operand), op.type_of(result));
    sizes(from).is_some_and(|shape| sizes(to) == Some(shape))
}

/// The element types of a conversion's operand and result, if their shapes match.
fn elements(context: &Context, from: &[Type], to: &[Type]) -> Option<(Type, Type)> {
    let (&[from, ..], &[to]) = (from, to) else { return None };
    compatible_shapes(context, &[from, to])
        .then(|| (from.element_or_self(context), to.element_or_self(context)))
}

/// The width in bits of an integer or float.
fn width(context: &Context, ty: Type) -> Option<u32> {
    match ty.kind(context) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Float(kind) => Some(kind.width()),
        _ => None,
    }
}

/// Whether both types satisfy `is`, and the result's width compares as required.
fn resized(
    context: &Context,
    (from, to): (&[Type], &[Type]),
    is: fn(&Context, Type) -> bool,
    wanted: Ordering,
) -> bool {
    elements(context, from, to).is_some_and(|(from, to)| {
        is(context, from) && is(context, to) && width(context, to).cmp(&width(context, from)) == wanted
    })
}

fn wider_integer(context: &Context, from: &[Type], to: &[Type]) -> bool {
    resized(context, (from, to), is_integer, Ordering::Greater)
}

fn narrower_integer(context: &Context, from: &[Type], to: &[Type]) -> bool {
    resized(context, (from, to), is_integer, Ordering::Less)
}

fn wider_float(context: &Context, from: &[Type], to: &[Type]) -> bool {
    resized(context, (from, to), is_float, Ordering::Greater)
}

fn narrower_float(context: &Context, from: &[Type], to: &[Type]) -> bool {
    resized(context, (from, to), is_float, Ordering::Less)
}

fn same_width(context: &Context, from: &[Type], to: &[Type]) -> bool {
    resized(context, (from, to), is_integer_or_float, Ordering::Equal)
}

fn float_to_integer(context: &Context, from: &[Type], to: &[Type]) -> bool {
    elements(context, from, to).is_some_and(|(from, to)| is_float(context, from) && is_integer(context, to))
}

fn integer_to_float(context: &Context, from: &[Type], to: &[Type]) -> bool {
    elements(context, from, to).is_some_and(|(from, to)| is_integer(context, from) && is_float(context, to))
}

fn index_and_integer(context: &Context, from: &[Type], to: &[Type]) -> bool {
    let index = context.common.index;
    elements(context, from, to).is_some_and(|(from, to)| {
        from == index && is_integer(context, to) || is_integer(context, from) && to == index
    })
}
