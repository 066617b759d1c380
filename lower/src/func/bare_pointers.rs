//! Bare pointers: a memref whose shape, strides and offset are all known is handed over as its aligned pointer alone.
//!
//! Source: MLIR's "LLVM IR Target", Bare Pointer Calling Convention for Ranked MemRef.

use tern_dialect::{Type, Value};

use crate::conversion::{Builder, MemRefDescriptor, NoMatch, TypeConverter};

/// The pointer to hand over for a descriptor.
pub(super) fn argument<'c>(b: &mut impl Builder<'c>, descriptor: Value) -> Value {
    MemRefDescriptor::new(descriptor).aligned(b)
}

/// The pointer to return for a descriptor.
pub(super) fn result<'c>(b: &mut impl Builder<'c>, descriptor: Value) -> Value {
    MemRefDescriptor::new(descriptor).allocated(b)
}

/// The descriptor around a pointer that was handed over or returned for a memref of type `ty`.
pub(super) fn descriptor<'c>(
    b: &mut impl Builder<'c>,
    converter: &TypeConverter<'_>,
    ty: Type,
    pointer: Value,
) -> Result<Value, NoMatch> {
    let descriptor = MemRefDescriptor::from_static_shape(b, converter, ty, pointer, pointer);
    Ok(descriptor.ok_or("only memrefs of static shape are handed over as bare pointers")?.value)
}
