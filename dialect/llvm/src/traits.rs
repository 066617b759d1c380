//! Type relations between operands and results that the declarations use.

use super::constraints;
use super::enums::AtomicOrdering;
use super::intrinsics::{VectorExtract, VectorInsert, VectorInterleave2};
use super::ops::{Load, Store};
use super::types;
use tern_mlir::context::Context;
use tern_mlir::declare::{Unverified, View};
use tern_mlir::types::{Type, TypeKind};

/// `i1`, or a vector, tensor or memref of `i1` with the shape of `ty`.
pub fn i1_of_same_shape(context: &Context, ty: Type) -> Option<Type> {
    Some(ty.with_element(context, context.common.i1))
}

/// Whether a load is volatile or atomic.
pub fn is_special_load(load: Load<View<'_, Unverified>>) -> bool {
    load.volatile_() || load.ordering() != Some(AtomicOrdering::NotAtomic)
}

/// Whether a store is volatile or atomic.
pub fn is_special_store(store: Store<View<'_, Unverified>>) -> bool {
    store.volatile_() || store.ordering() != Some(AtomicOrdering::NotAtomic)
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

/// Whether a vector has at most 2^17 bits.
fn is_small(context: &Context, ty: Type) -> bool {
    vector_size(context, ty)
        .is_none_or(|(count, width)| count.checked_mul(width).is_some_and(|bits| bits <= 131_072))
}

/// Whether the vectors of `llvm.vector.insert` are small.
pub(crate) fn inserts_small_vectors(op: VectorInsert<View<'_>>) -> bool {
    [op.srcvec(), op.dstvec(), op.res()]
        .into_iter()
        .all(|vector| is_small(op.0.context, op.0.type_of(vector)))
}

/// Whether the vectors of `llvm.vector.extract` are small.
pub(crate) fn extracts_small_vectors(op: VectorExtract<View<'_>>) -> bool {
    [op.srcvec(), op.res()].into_iter().all(|vector| is_small(op.0.context, op.0.type_of(vector)))
}

/// Whether a scalable vector is inserted into scalable ones only.
pub(crate) fn inserts_into_scalable(op: VectorInsert<View<'_>>) -> bool {
    let scalable = |value| constraints::is_scalable_vector(op.0.context, op.0.type_of(value));
    !scalable(op.srcvec()) || scalable(op.dstvec())
}

/// Whether a scalable vector is extracted from scalable ones only.
pub(crate) fn extracts_from_scalable(op: VectorExtract<View<'_>>) -> bool {
    let scalable = |value| constraints::is_scalable_vector(op.0.context, op.0.type_of(value));
    !scalable(op.res()) || scalable(op.srcvec())
}

/// Whether the result of an interleaving has as many elements as both operands together, of the same type.
pub(crate) fn result_is_twice_as_long(op: VectorInterleave2<View<'_>>) -> bool {
    let (context, operand, result) = (op.0.context, op.0.type_of(op.vec1()), op.0.type_of(op.res()));
    let (Some((half, _)), Some((whole, _))) = (vector_size(context, operand), vector_size(context, result))
    else {
        return false;
    };
    half.checked_mul(2) == Some(whole)
        && constraints::is_scalable_vector(context, operand)
            == constraints::is_scalable_vector(context, result)
        && vector_element(context, operand) == vector_element(context, result)
}
