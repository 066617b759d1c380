//! Conversion of operations that make a new descriptor for the same memory.

use tern_dialect_core::memref;
use tern_dialect_core::memref::types::{Mixed, mixed};
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::rewrite::Builder;
use tern_mlir::types::DYNAMIC;
use tern_mlir::{AttrKind, Type, TypeKind, Value};

use super::copies::promote;
use super::{address_space, element, index_constant, is_unranked, parts};
use crate::conversion::{
    Adaptor, LlvmBuilder, MemRefDescriptor, NoMatch, Rewrite, Rewriter, UnrankedMemRefDescriptor,
};

/// Converts `memref.cast`.
pub(super) fn cast(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (original, cast) = (memref::Cast::expect(b.original(op)), memref::Cast::expect(b.converted(op)));
    let (from, to) = (b.type_of(original.source()), b.type_of(original.dest()));
    let (source, wanted) = (cast.source(), b.converted_result(op.op)?);
    let value = match (is_unranked(b.context(), from), is_unranked(b.context(), to)) {
        (false, false) if b.convert_type(from)? == wanted => source,
        (false, true) => {
            let rank = parts(b, from)?.rank();
            let place = promote(b, source);
            let rank = index_constant(b, rank as i64);
            UnrankedMemRefDescriptor::pack(b, wanted, rank, place).value
        }
        (true, false) => {
            // It is up to the program that the memref has this type.
            let descriptor = UnrankedMemRefDescriptor::new(source).descriptor(b);
            b.load(wanted, descriptor)
        }
        _ => return Err("no such cast".into()),
    };
    b.replace(op.op, &[value]);
    Ok(())
}

/// Converts `memref.memory_space_cast`.
pub(super) fn memory_space_cast(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = memref::MemorySpaceCast::expect(b.original(op));
    let (from, to) = (b.type_of(original.source()), b.type_of(original.dest()));
    let source = memref::MemorySpaceCast::expect(b.converted(op)).source();
    let wanted = b.converted_result(op.op)?;
    let value = if is_unranked(b.context(), from) {
        unranked_space_cast(b, (from, source), to, wanted)?
    } else {
        let space = address_space(b, to)?;
        let pointer = b.converter().pointer(space);
        let mut fields = MemRefDescriptor::new(source).unpack(b);
        for field in &mut fields[..2] {
            *field = b.create_value(llvm::AddrSpaceCast::build(*field, pointer));
        }
        MemRefDescriptor::pack(b, wanted, &fields).value
    };
    b.replace(op.op, &[value]);
    Ok(())
}

/// Copies the ranked descriptor that an unranked one points to, with cast pointers.
fn unranked_space_cast(
    b: &mut Rewriter<'_, '_>,
    (from, source): (Type, Value),
    to: Type,
    wanted: Type,
) -> Result<Value, NoMatch> {
    let (old_space, space) = (address_space(b, from)?, address_space(b, to)?);
    let converter = b.converter();
    let (old, new) = (converter.pointer(old_space), converter.pointer(space));
    let source = UnrankedMemRefDescriptor::new(source);
    let (rank, descriptor) = (source.rank(b), source.descriptor(b));
    let mut result = UnrankedMemRefDescriptor::poison(b, wanted);
    result.set_rank(b, rank);
    let size = result.size(b, converter, space);
    let place = b.alloca(size, b.context().common.i8);
    result.set_descriptor(b, place);
    let allocated = UnrankedMemRefDescriptor::allocated(b, descriptor, old);
    let aligned = UnrankedMemRefDescriptor::aligned(b, descriptor, old);
    let [allocated, aligned] =
        [allocated, aligned].map(|pointer| b.create_value(llvm::AddrSpaceCast::build(pointer, new)));
    UnrankedMemRefDescriptor::set_allocated(b, place, allocated);
    UnrankedMemRefDescriptor::set_aligned(b, place, aligned);
    let numbers = UnrankedMemRefDescriptor::offset_address(b, descriptor, old);
    let copy = UnrankedMemRefDescriptor::offset_address(b, place, new);
    let pointers = 2 * i64::from(converter.options.layout.pointer_width(space).div_ceil(8));
    let pointers = index_constant(b, pointers);
    let rest = b.create_value(llvm::Sub::build(size, pointers));
    b.create(intrinsics::Memcpy::build(copy, numbers, rest, false));
    Ok(result.value)
}

/// The allocated and the aligned pointer of a memref, ranked or not; if it is unranked, also the address of its ranked
/// descriptor.
pub(super) fn pointers(
    b: &mut Rewriter<'_, '_>,
    ty: Type,
    source: Value,
) -> Result<(Value, Value, Option<Value>), NoMatch> {
    if !is_unranked(b.context(), ty) {
        let descriptor = MemRefDescriptor::new(source);
        return Ok((descriptor.allocated(b), descriptor.aligned(b), None));
    }
    let space = address_space(b, ty)?;
    let pointer = b.converter().pointer(space);
    let descriptor = UnrankedMemRefDescriptor::new(source).descriptor(b);
    let allocated = UnrankedMemRefDescriptor::allocated(b, descriptor, pointer);
    let aligned = UnrankedMemRefDescriptor::aligned(b, descriptor, pointer);
    Ok((allocated, aligned, Some(descriptor)))
}

/// A value for a static or dynamic number; a static one becomes a constant.
fn materialize(b: &mut Rewriter<'_, '_>, number: Mixed) -> Value {
    match number {
        Mixed::Dynamic(value) => value,
        Mixed::Static(number) => index_constant(b, number),
    }
}

/// Converts `memref.reinterpret_cast`.
pub(super) fn reinterpret_cast(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let from = b.type_of(memref::ReinterpretCast::expect(b.original(op)).source());
    let cast = memref::ReinterpretCast::expect(b.converted(op));
    let source = cast.source();
    let offsets = mixed(cast.static_offsets(), cast.offsets());
    let sizes = mixed(cast.static_sizes(), cast.sizes());
    let strides = mixed(cast.static_strides(), cast.strides());
    let wanted = b.converted_result(op.op)?;
    address_space(b, from)?;
    let mut descriptor = MemRefDescriptor::poison(b, wanted);
    let (allocated, aligned, _) = pointers(b, from, source)?;
    descriptor.set_allocated(b, allocated);
    descriptor.set_aligned(b, aligned);
    let offset = materialize(b, *offsets.first().ok_or("the offset is missing")?);
    descriptor.set_offset(b, offset);
    for (dimension, (size, stride)) in sizes.into_iter().zip(strides).enumerate() {
        let size = materialize(b, size);
        descriptor.set_size(b, dimension, size);
        let stride = materialize(b, stride);
        descriptor.set_stride(b, dimension, stride);
    }
    b.replace(op.op, &[descriptor.value]);
    Ok(())
}

/// Converts `memref.view`.
pub(super) fn view(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (original, view) = (memref::View::expect(b.original(op)), memref::View::expect(b.converted(op)));
    let (from, to) = (b.type_of(original.source()), b.type_of(original.result()));
    let (source, shift) = (MemRefDescriptor::new(view.source()), view.byte_shift());
    let dynamic = view.sizes().to_vec();
    let (wanted, byte) = (b.converted_result(op.op)?, element(b, from)?);
    let memref = parts(b, to)?;
    let mut descriptor = MemRefDescriptor::poison(b, wanted);
    let allocated = source.allocated(b);
    descriptor.set_allocated(b, allocated);
    let aligned = source.aligned(b);
    let shifted = b.gep(aligned, byte, &[shift.into()]);
    descriptor.set_aligned(b, shifted);
    // The offset is in bytes, so it is added to the pointer rather than stored as a number of elements.
    descriptor.set_constant_offset(b, 0);
    let mut given = dynamic.len();
    let (mut stride, mut next): (Option<Value>, Option<Value>) = (None, None);
    for dimension in (0..memref.rank()).rev() {
        let size = match memref.shape[dimension] {
            DYNAMIC => {
                given = given.checked_sub(1).ok_or("a size is missing")?;
                dynamic[given]
            }
            size => index_constant(b, size),
        };
        descriptor.set_size(b, dimension, size);
        let own = match (memref.strides[dimension], stride, next) {
            (DYNAMIC, Some(stride), Some(next)) => b.create_value(llvm::Mul::build(stride, next)),
            (DYNAMIC, None, Some(next)) => next,
            (DYNAMIC, _, None) => index_constant(b, 1),
            (known, ..) => index_constant(b, known),
        };
        descriptor.set_stride(b, dimension, own);
        (stride, next) = (Some(own), Some(size));
    }
    b.replace(op.op, &[descriptor.value]);
    Ok(())
}

/// Converts `memref.transpose`.
pub(super) fn transpose(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let original = memref::Transpose::expect(b.original(op));
    let AttrKind::AffineMap(map) = original.permutation().kind(context) else {
        return Err("the permutation is missing".into());
    };
    let order = map.permutation().ok_or("no permutation")?;
    let source = memref::Transpose::expect(b.converted(op)).r#in();
    if map.is_identity() {
        b.replace(op.op, &[source]);
        return Ok(());
    }
    let from = b.type_of(original.r#in());
    let TypeKind::MemRef { .. } = from.kind(context) else { return Err("no memref".into()) };
    let wanted = b.convert_type(from)?;
    let source = MemRefDescriptor::new(source);
    let mut descriptor = MemRefDescriptor::poison(b, wanted);
    let allocated = source.allocated(b);
    descriptor.set_allocated(b, allocated);
    let aligned = source.aligned(b);
    descriptor.set_aligned(b, aligned);
    let offset = source.offset(b);
    descriptor.set_offset(b, offset);
    for (target, origin) in order.into_iter().enumerate() {
        let size = source.size(b, origin);
        descriptor.set_size(b, target, size);
        let stride = source.stride(b, origin);
        descriptor.set_stride(b, target, stride);
    }
    b.replace(op.op, &[descriptor.value]);
    Ok(())
}
