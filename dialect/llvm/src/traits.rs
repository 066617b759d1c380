//! Type relations between operands and results that the declarations use.

use super::enums::AtomicOrdering;
use super::types;
use super::{as_atomic_ordering, constraints};
use tern_mlir::body::OpRef;
use tern_mlir::context::Context;
use tern_mlir::types::{Type, TypeKind};

/// `i1`, or a vector, tensor or memref of `i1` with the shape of `ty`.
pub fn i1_of_same_shape(context: &Context, ty: Type) -> Option<Type> {
    Some(ty.with_element(context, context.common.i1))
}

/// Whether a memory access is volatile or atomic.
pub fn is_special_access(op: OpRef<'_>) -> bool {
    let ordering = op.property("ordering").and_then(|ordering| as_atomic_ordering(op.context, ordering));
    op.property("volatile_").is_some()
        || ordering.is_some_and(|ordering| ordering != AtomicOrdering::NotAtomic)
}

/// The element type of a vector.
pub fn vector_element(context: &Context, ty: Type) -> Option<Type> {
    match ty.kind(context) {
        TypeKind::Vector { element, .. } => Some(*element),
        _ => None,
    }
}

/// The result type of `llvm.cmpxchg`: a struct of the value and a success flag.
pub fn value_and_flag(context: &Context, ty: Type) -> Option<Type> {
    Some(types::struct_literal(context, &[ty, context.common.i1], false))
}

/// The type of the operand or result group `name`.
fn type_named(op: OpRef<'_>, name: &str) -> Option<Type> {
    let value = op.operand_group(name).first().copied().or_else(|| op.result_group(name).next())?;
    Some(op.type_of(value))
}

/// The minimum number of elements of a vector type, and the element width in bits.
fn vector_size(context: &Context, ty: Type) -> Option<(u64, u64)> {
    let TypeKind::Vector { shape, element, .. } = ty.kind(context) else { return None };
    let count =
        shape.iter().try_fold(1u64, |product, &size| product.checked_mul(u64::try_from(size).ok()?))?;
    let width = match element.kind(context) {
        TypeKind::Integer { width, .. } => u64::from(*width),
        TypeKind::Float(kind) => u64::from(kind.width()),
        // Elements without a fixed width are ignored.
        _ => 0,
    };
    Some((count, width))
}

/// Whether all vectors have at most 2^17 bits.
pub fn vectors_are_small(op: OpRef<'_>) -> bool {
    ["srcvec", "dstvec", "res"].into_iter().filter_map(|name| type_named(op, name)).all(|ty| {
        vector_size(op.context, ty)
            .is_none_or(|(count, width)| count.checked_mul(width).is_some_and(|bits| bits <= 131_072))
    })
}

/// For insertion and extraction: if the shorter vector is scalable, the longer one must be as well.
pub fn scalable_into_scalable(op: OpRef<'_>) -> bool {
    let scalable =
        |name| type_named(op, name).is_some_and(|ty| constraints::is_scalable_vector(op.context, ty));
    match type_named(op, "dstvec") {
        // Insertion.
        Some(_) => !scalable("srcvec") || scalable("dstvec"),
        // Extraction.
        None => !scalable("res") || scalable("srcvec"),
    }
}

/// Whether the result of an interleaving has as many elements as both operands together, of the same type.
pub fn result_is_twice_as_long(op: OpRef<'_>) -> bool {
    let (Some(operand), Some(result)) = (type_named(op, "vec1"), type_named(op, "res")) else { return false };
    let (Some((half, _)), Some((whole, _))) =
        (vector_size(op.context, operand), vector_size(op.context, result))
    else {
        return false;
    };
    half.checked_mul(2) == Some(whole)
        && constraints::is_scalable_vector(op.context, operand)
            == constraints::is_scalable_vector(op.context, result)
        && vector_element(op.context, operand) == vector_element(op.context, result)
}
