//! Conversion of operations that read the descriptor of a memref.

use tern_dialect_core::memref;
use tern_dialect_llvm::types::struct_literal;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::fold::constant_value;
use tern_mlir::rewrite::Builder;
use tern_mlir::types::DYNAMIC;
use tern_mlir::{Attribute, Type, Value};

use super::{address_space, element_address, index_constant, is_unranked, parts};
use crate::conversion::{
    Adaptor, LlvmBuilder, MemRefDescriptor, Rewrite, Rewriter, UnrankedMemRefDescriptor,
};

/// Converts `memref.dim`.
pub(super) fn dim(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (original, dim) = (memref::Dim::expect(b.original(op)), memref::Dim::expect(b.converted(op)));
    let (ty, source, index) = (b.type_of(original.source()), dim.source(), dim.index());
    let size = if is_unranked(b.context(), ty) {
        size_of_unranked(b, ty, source, index)?
    } else {
        let shape = parts(b, ty)?.shape;
        let known =
            [original.index(), index].into_iter().find_map(|index| constant_value(*original.0, index));
        let dimension = known.and_then(|value| usize::try_from(value.as_i64(b.context())?).ok());
        let descriptor = MemRefDescriptor::new(source);
        match dimension.and_then(|dimension| Some((dimension, *shape.get(dimension)?))) {
            Some((dimension, DYNAMIC)) => descriptor.size(b, dimension),
            Some((_, size)) => index_constant(b, size),
            None => descriptor.dynamic_size(b, index),
        }
    };
    b.replace(op.op, &[size]);
    Ok(())
}

/// Loads the size of a dimension of an unranked memref from the ranked descriptor, where it follows the offset.
fn size_of_unranked(
    b: &mut Rewriter<'_, '_>,
    ty: Type,
    source: Value,
    index: Value,
) -> Result<Value, crate::conversion::NoMatch> {
    let space = address_space(b, ty)?;
    let (pointer, number) = (b.converter().pointer(space), b.converter().index());
    let descriptor = UnrankedMemRefDescriptor::new(source).descriptor(b);
    let scalar = struct_literal(b.context(), &[pointer, pointer, number], false);
    let offset = b.gep(descriptor, scalar, &[0.into(), 2.into()]);
    let one = index_constant(b, 1);
    let next = b.create_value(llvm::Add::build(one, index));
    let address = b.gep(offset, number, &[next.into()]);
    Ok(b.load(number, address))
}

/// Converts `memref.rank`.
pub(super) fn rank(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let (original, rank) = (memref::Rank::expect(b.original(op)), memref::Rank::expect(b.converted(op)));
    let (ty, memref) = (b.type_of(original.memref()), rank.memref());
    let rank = if is_unranked(b.context(), ty) {
        UnrankedMemRefDescriptor::new(memref).rank(b)
    } else {
        let rank = parts(b, ty)?.rank();
        index_constant(b, rank as i64)
    };
    b.replace(op.op, &[rank]);
    Ok(())
}

/// Converts `memref.extract_aligned_pointer_as_index`.
pub(super) fn aligned_pointer(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = memref::ExtractAlignedPointerAsIndex::expect(b.original(op));
    let extract = memref::ExtractAlignedPointerAsIndex::expect(b.converted(op));
    let (ty, source) = (b.type_of(original.source()), extract.source());
    let space = address_space(b, ty)?;
    let (pointer, index) = (b.converter().pointer(space), b.converter().index());
    let aligned = if is_unranked(b.context(), ty) {
        let descriptor = UnrankedMemRefDescriptor::new(source).descriptor(b);
        UnrankedMemRefDescriptor::aligned(b, descriptor, pointer)
    } else {
        MemRefDescriptor::new(source).aligned(b)
    };
    let number = b.create_value(llvm::PtrToInt::build(aligned, index));
    b.replace(op.op, &[number]);
    Ok(())
}

/// Converts `memref.extract_strided_metadata`.
pub(super) fn strided_metadata(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let extract = memref::ExtractStridedMetadata::expect(b.converted(op));
    let (descriptor, buffer) = (MemRefDescriptor::new(extract.source()), b.type_of(extract.base_buffer()));
    let rank = descriptor.rank(b);
    let (allocated, aligned) = (descriptor.allocated(b), descriptor.aligned(b));
    let converter = b.converter();
    let buffer = MemRefDescriptor::from_static_shape(b, converter, buffer, allocated, aligned);
    let mut values = vec![buffer.ok_or("the type of the buffer cannot be converted")?.value];
    values.push(descriptor.offset(b));
    values.extend((0..rank).map(|dimension| descriptor.size(b, dimension)).collect::<Vec<_>>());
    values.extend((0..rank).map(|dimension| descriptor.stride(b, dimension)).collect::<Vec<_>>());
    b.replace(op.op, &values);
    Ok(())
}

/// Makes `llvm.intr.assume` with an operand bundle.
fn assume(b: &mut Rewriter<'_, '_>, condition: Value, tag: &str, operands: &[Value]) {
    let tag = Attribute::string(b.context(), tag);
    let assume = intrinsics::Assume::build(condition, operands, &[operands.len() as i32]);
    b.create(assume.op_bundle_tags(&[tag][..]));
}

/// Makes the constant `true`.
fn yes(b: &mut Rewriter<'_, '_>) -> Value {
    let context = b.context();
    b.constant(context.common.i1, Attribute::bool(context, true))
}

/// Converts `memref.assume_alignment`.
pub(super) fn assume_alignment(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = memref::AssumeAlignment::expect(b.original(op));
    let (ty, alignment) = (b.type_of(original.memref()), original.alignment());
    let memref = memref::AssumeAlignment::expect(b.converted(op)).memref();
    let address = element_address(b, ty, memref, &[], false)?;
    let condition = yes(b);
    let alignment = index_constant(b, i64::from(alignment));
    assume(b, condition, "align", &[address, alignment]);
    b.replace(op.op, &[memref]);
    Ok(())
}

/// Converts `memref.distinct_objects`.
pub(super) fn distinct_objects(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    if op.operands.len() > 1 {
        let original = b.op_ref(op.op);
        let types: Vec<Type> = original.operands().iter().map(|&value| original.type_of(value)).collect();
        let mut pointers = Vec::with_capacity(types.len());
        for (&ty, &memref) in types.iter().zip(op.operands) {
            pointers.push(element_address(b, ty, memref, &[], false)?);
        }
        let condition = yes(b);
        for (index, &first) in pointers.iter().enumerate() {
            for &second in &pointers[index + 1..] {
                assume(b, condition, "separate_storage", &[first, second]);
            }
        }
    }
    b.replace(op.op, op.operands);
    Ok(())
}
