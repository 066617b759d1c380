//! The bare pointer convention: a memref with static shape, strides and offset is passed as its aligned pointer.
//!
//! Source: MLIR's "LLVM IR Target", Bare Pointer Calling Convention for Ranked MemRef.

use tern_dialect_core::func;
use tern_dialect_llvm::ops as llvm;
use tern_mlir::builtin;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Body, Context, OpRef, Type, Value, ValueDef};

use crate::conversion::memref_descriptor::{ALIGNED, ALLOCATED};
use crate::conversion::{MemRefDescriptor, NoMatch, Rewriter, TypeConverter};

/// The pointer to pass for a descriptor.
pub(super) fn argument<'c>(b: &mut impl Builder<'c>, descriptor: Value) -> Value {
    MemRefDescriptor::new(descriptor).aligned(b)
}

/// The pointer to return for a descriptor that replaces `original`: the aligned one, from which the caller rebuilds both.
///
/// Upstream returns the allocated pointer, which is wrong if the allocation was realigned. To match upstream's output where it
/// is correct, the allocated pointer is returned if both are known to be equal.
pub(super) fn result(b: &mut Rewriter<'_, '_>, original: Value, descriptor: Value) -> Value {
    let same = is_around_one_pointer(b.context(), b.body(), original, descriptor);
    let descriptor = MemRefDescriptor::new(descriptor);
    if same { descriptor.allocated(b) } else { descriptor.aligned(b) }
}

/// Whether both pointers of a descriptor are known to be equal.
fn is_around_one_pointer(context: &Context, body: &Body, original: Value, descriptor: Value) -> bool {
    match body.value_def(original) {
        // A bare pointer argument of the function.
        ValueDef::Argument(block, _)
            if body.region_blocks(body.root_regions()[0]).first() == Some(&block) =>
        {
            return true;
        }
        // A bare pointer returned by another function.
        ValueDef::Result(op, _) if OpRef::new(context, body, op).name() == func::Call::NAME => return true,
        _ => {}
    }
    let (mut value, mut pointers) = (descriptor, [None, None]);
    while let ValueDef::Result(op, _) = body.value_def(value) {
        let op = OpRef::new(context, body, op);
        if let Some(insert) = llvm::InsertValue::of(op) {
            if let [field @ (ALLOCATED | ALIGNED)] = insert.position()[..] {
                pointers[field as usize].get_or_insert(insert.value());
            }
            value = insert.container();
        } else if let Some(cast) = builtin::UnrealizedConversionCast::of(op)
            && let &[source] = cast.inputs()
        {
            value = source;
        } else {
            break;
        }
    }
    matches!(pointers, [Some(allocated), Some(aligned)] if allocated == aligned)
}

/// Builds the descriptor for a pointer that was passed or returned for a memref of type `ty`.
pub(super) fn descriptor<'c>(
    b: &mut impl Builder<'c>,
    converter: &TypeConverter<'_>,
    ty: Type,
    pointer: Value,
) -> Result<Value, NoMatch> {
    let descriptor = MemRefDescriptor::from_static_shape(b, converter, ty, pointer, pointer);
    Ok(descriptor.ok_or("only memrefs of static shape are handed over as bare pointers")?.value)
}
