//! Conversion of `memref.copy`: to `memcpy` if both sides are contiguous, else to a call of the runtime library.

use tern_dialect_core::memref;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::builtin::memref::{StridedMemRef, has_identity_layout};
use tern_mlir::rewrite::Builder;
use tern_mlir::{Type, Value};

use super::{element, index_constant, is_unranked, size_of};
use crate::conversion::{
    Adaptor, LlvmBuilder, MemRefDescriptor, Rewrite, Rewriter, UnrankedMemRefDescriptor,
};

/// Converts `memref.copy`.
pub(super) fn copy(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (original, copy) = (memref::Copy::expect(b.original(op)), memref::Copy::expect(b.converted(op)));
    let (from, to) = (b.type_of(original.source()), b.type_of(original.target()));
    let (source, target) = (copy.source(), copy.target());
    let element = element(b, from)?;
    if is_contiguous(b, from) && is_contiguous(b, to) {
        by_bytes(b, element, MemRefDescriptor::new(source), MemRefDescriptor::new(target));
    } else {
        by_function(b, element, (from, source), (to, target))?;
    }
    b.replace(op.op, &[]);
    Ok(())
}

/// Whether the elements of a memref are known to be contiguous.
fn is_contiguous(b: &Rewriter<'_, '_>, ty: Type) -> bool {
    if has_identity_layout(b.context(), ty) {
        return true;
    }
    let Some(memref) = StridedMemRef::of(b.context(), ty) else { return false };
    // Empty memrefs are left to the runtime function.
    if !memref.has_static_shape() || memref.shape.contains(&0) {
        return false;
    }
    let mut running = 1i64;
    let mut rest = memref.rank();
    while rest > 0 && memref.strides[rest - 1] == running {
        running = running.wrapping_mul(memref.shape[rest - 1]);
        rest -= 1;
    }
    memref.shape[..rest].iter().all(|&size| size == 1)
}

fn by_bytes(b: &mut Rewriter<'_, '_>, element: Type, source: MemRefDescriptor, target: MemRefDescriptor) {
    let mut count = index_constant(b, 1);
    for dimension in 0..source.rank(b) {
        let size = source.size(b, dimension);
        count = b.create_value(llvm::Mul::build(count, size));
    }
    let each = size_of(b, element);
    let total = b.create_value(llvm::Mul::build(count, each));
    let [from, to] = [source, target].map(|descriptor| {
        let (aligned, offset) = (descriptor.aligned(b), descriptor.offset(b));
        b.gep(aligned, element, &[offset.into()])
    });
    b.create(intrinsics::Memcpy::build(to, from, total, false));
}

fn by_function(
    b: &mut Rewriter<'_, '_>,
    element: Type,
    source: (Type, Value),
    target: (Type, Value),
) -> Rewrite {
    let (pointer, index) = (b.converter().pointer(0), b.converter().index());
    let void = tern_dialect_llvm::types::void(b.context());
    b.declare_function("memrefCopy", &[index, pointer, pointer], void)?;
    let stack = b.create_value(intrinsics::StackSave::build(pointer));
    let [source, target] = [source, target].map(|(ty, value)| unranked(b, ty, value));
    let one = index_constant(b, 1);
    let [source, target] = [source, target].map(|descriptor| {
        let ty = b.type_of(descriptor);
        let place = b.alloca(one, ty);
        b.store(descriptor, place);
        place
    });
    let size = size_of(b, element);
    b.call("memrefCopy", &[size, source, target], None);
    b.create(intrinsics::StackRestore::build(stack));
    Ok(())
}

/// The unranked descriptor of a memref. A ranked descriptor is stored on the stack for it to point to.
fn unranked(b: &mut Rewriter<'_, '_>, ty: Type, value: Value) -> Value {
    if is_unranked(b.context(), ty) {
        return value;
    }
    let rank = MemRefDescriptor::new(value).rank(b);
    let converter = b.converter();
    let rank = b.constant_int(converter.index(), rank as i64);
    let place = promote(b, value);
    let fields = converter.unranked_memref_fields();
    let ty = tern_dialect_llvm::types::struct_literal(b.context(), &fields, false);
    UnrankedMemRefDescriptor::pack(b, ty, rank, place).value
}

/// Stores a descriptor on the stack; returns its address.
pub(super) fn promote(b: &mut Rewriter<'_, '_>, descriptor: Value) -> Value {
    // Upstream uses a 64-bit count here, whatever the width of `index`.
    let wide = b.context().common.i64;
    let one = b.constant_index(wide, 1);
    let ty = b.type_of(descriptor);
    let place = b.alloca(one, ty);
    b.store(descriptor, place);
    place
}
