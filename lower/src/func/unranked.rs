//! The lifetime of unranked memrefs. Their ranked descriptors are on the stack of the function that made them. A function
//! copies a descriptor to the heap before it returns it; the caller copies it to its own stack and frees the heap memory.
//!
//! Source: MLIR's "LLVM IR Target", Calling Convention for Unranked MemRef.

use tern_dialect_llvm::intrinsics;
use tern_dialect_llvm::types::void;
use tern_mlir::Type;
use tern_mlir::rewrite::Builder;

use super::is_unranked_memref;
use crate::conversion::{LlvmBuilder, NoMatch, Rewriter, UnrankedMemRefDescriptor, Values};

/// The destination of the copy of a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum To {
    /// The heap, before the descriptor is returned.
    Heap,
    /// The stack of the caller; the heap memory is freed.
    Stack,
}

/// Copies the ranked descriptors of those `values` whose original types, `originals`, are unranked memrefs.
pub(super) fn copy_descriptors(
    b: &mut Rewriter<'_, '_>,
    originals: &[Type],
    values: &mut [Values],
    to: To,
) -> Result<(), NoMatch> {
    let context = b.context();
    if !originals.iter().any(|&ty| is_unranked_memref(context, ty)) {
        return Ok(());
    }
    let converter = b.converter();
    let (index, pointer) = (converter.index(), converter.pointer(0));
    match to {
        To::Heap => b.declare_function("malloc", &[index], pointer)?,
        To::Stack => b.declare_function("free", &[pointer], void(context))?,
    }
    for (values, &original) in values.iter_mut().zip(originals) {
        let ([value], tern_mlir::TypeKind::UnrankedMemRef { memory_space, .. }) =
            (&mut values[..], original.kind(context))
        else {
            continue;
        };
        let space = converter.address_space(*memory_space).ok_or("the memory space is no address space")?;
        let descriptor = UnrankedMemRefDescriptor::new(*value);
        let size = descriptor.size(b, converter, space);
        let memory = match to {
            To::Heap => {
                let call = b.call("malloc", &[size], Some(pointer));
                b.body().result(call).ok_or("a call with a result")?
            }
            To::Stack => b.alloca(size, context.common.i8),
        };
        let source = descriptor.descriptor(b);
        b.create(intrinsics::Memcpy::build(memory, source, size, false));
        if to == To::Stack {
            b.call("free", &[source], None);
        }
        let ty = b.type_of(*value);
        let mut copied = UnrankedMemRefDescriptor::poison(b, ty);
        let rank = descriptor.rank(b);
        copied.set_rank(b, rank);
        copied.set_descriptor(b, memory);
        *value = copied.value;
    }
    Ok(())
}
