//! Conversion of operations that access vectors in memory.

use tern_dialect_core::vector;
use tern_dialect_core::vector::types::{VectorType, bit_width, type_of, vector_of};
use tern_dialect_llvm::syntax::gep::DYNAMIC_INDEX;
use tern_dialect_llvm::types::pointer;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::builtin::memref::{StridedMemRef, has_identity_layout};
use tern_mlir::types::DYNAMIC;
use tern_mlir::{Attribute, NamedAttribute, Type, Value};

use super::{Options, WithOptions};
use crate::conversion::{
    Adaptor, Builder, MemRefDescriptor, NoMatch, Patterns, Rewrite, Rewriter, i64_attribute,
};

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>, options: Options) {
    let mut add = |roots: &'static [&'static str], rewrite| {
        patterns.add(WithOptions { roots, options, rewrite });
    };
    add(&[vector::Load::NAME], load);
    add(&[vector::Store::NAME], store);
    add(&[vector::MaskedLoad::NAME], masked_load);
    add(&[vector::MaskedStore::NAME], masked_store);
    add(&[vector::Gather::NAME], gather);
    add(&[vector::Scatter::NAME], scatter);
    patterns.on(&[vector::ExpandLoad::NAME], expand_load);
    patterns.on(&[vector::CompressStore::NAME], compress_store);
    patterns.on(&[vector::TypeCast::NAME], type_cast);
}

/// The single converted operand of the group `name`.
fn operand(op: Adaptor<'_>, b: &Rewriter<'_, '_>, name: &str) -> Result<Value, NoMatch> {
    b.group(op, name).first().copied().ok_or_else(|| "has no operands".into())
}

fn memref(op: Adaptor<'_>, b: &Rewriter<'_, '_>) -> Result<(Type, StridedMemRef), NoMatch> {
    let ty = type_of(b.op_ref(op.op), "base").ok_or("has no operands")?;
    Ok((ty, StridedMemRef::of(b.context(), ty).ok_or("takes no strided memref")?))
}

/// The address of the element at `indices`.
fn element_address(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, indices: &str) -> Result<Value, NoMatch> {
    let (ty, memref) = memref(op, b)?;
    let descriptor = MemRefDescriptor::new(operand(op, b, "base")?);
    let converter = b.converter();
    let base = descriptor.buffer(b, converter, ty).ok_or("the type of the elements cannot be converted")?;
    let mut linear = None;
    for (dimension, (&index, &stride)) in b.group(op, indices).iter().zip(&memref.strides).enumerate() {
        let mut step = index;
        if stride != 1 {
            let stride = match stride {
                DYNAMIC => descriptor.stride(b, dimension),
                stride => b.constant_index(converter.index(), stride),
            };
            step = b.create_value(llvm::Mul::build(step, stride));
        }
        linear = Some(match linear {
            None => step,
            Some(before) => b.create_value(llvm::Add::build(before, step)),
        });
    }
    let Some(linear) = linear else { return Ok(base) };
    let element = b.convert_type(memref.element)?;
    Ok(b.gep(base, element, &[linear.into()]))
}

/// The alignment of an access in bytes: as stated by the operation, else that of the element or the vector.
fn alignment(
    op: Adaptor<'_>,
    b: &Rewriter<'_, '_>,
    vector: &VectorType,
    options: Options,
) -> Result<i64, NoMatch> {
    let reference = b.op_ref(op.op);
    if let Some(given) = reference.property("alignment").and_then(|value| value.as_i64(b.context())) {
        return Ok(given);
    }
    let (_, memref) = memref(op, b)?;
    let bytes = |ty: Type| {
        let converted = b.converter().convert(ty)?;
        let (element, count) = match VectorType::of(b.context(), converted) {
            Some(vector) => (vector.element, vector.count()),
            None => (converted, 1),
        };
        let bits = i64::from(bit_width(b.context(), element)?).checked_mul(count)?;
        Some((bits + 7) / 8)
    };
    let bytes = match options.vector_alignment {
        true => bytes(vector.ty(b.context())),
        false => bytes(memref.element),
    };
    let bytes = bytes.ok_or("the alignment is not known")?.max(1);
    Ok(bytes.unsigned_abs().next_power_of_two() as i64)
}

/// The vector type of an access; fails if it has more than one dimension.
fn accessed(op: Adaptor<'_>, b: &Rewriter<'_, '_>, name: &str) -> Result<VectorType, NoMatch> {
    let vector = vector_of(b.op_ref(op.op), name).ok_or("is about no vector")?;
    if vector.rank() > 1 {
        return Err("only 1-D vectors can be lowered to LLVM".into());
    }
    Ok(vector)
}

/// The properties of `llvm.load` and `llvm.store` for this access.
fn access_properties(
    op: Adaptor<'_>,
    b: &Rewriter<'_, '_>,
    alignment: i64,
) -> Vec<(&'static str, Attribute)> {
    let mut properties = vec![("alignment", i64_attribute(b.context(), alignment))];
    let nontemporal = b.op_ref(op.op).property("nontemporal");
    if nontemporal.and_then(|value| value.as_u64(b.context())) == Some(1) {
        properties.push(("nontemporal", b.context().common.unit));
    }
    properties
}

fn load(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    let vector = accessed(op, b, "result")?;
    let alignment = alignment(op, b, &vector, options)?;
    let ty = b.converted_result(op.op)?;
    let address = element_address(op, b, "indices")?;
    let properties = access_properties(op, b, alignment);
    let value = b.load(ty, address, &properties);
    b.replace(op.op, &[value]);
    Ok(())
}

fn store(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    let vector = accessed(op, b, "valueToStore")?;
    let alignment = alignment(op, b, &vector, options)?;
    let value = operand(op, b, "valueToStore")?;
    let address = element_address(op, b, "indices")?;
    let properties = access_properties(op, b, alignment);
    b.store(value, address, &properties);
    b.erase(op.op);
    Ok(())
}

fn i32_attribute(b: &Rewriter<'_, '_>, value: i64) -> Attribute {
    Attribute::integer(b.context(), b.context().common.i32, value)
}

fn masked_load(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    let vector = accessed(op, b, "result")?;
    let alignment = alignment(op, b, &vector, options)?;
    let ty = b.converted_result(op.op)?;
    let address = element_address(op, b, "indices")?;
    let operands = [address, operand(op, b, "mask")?, operand(op, b, "pass_thru")?];
    let alignment = i32_attribute(b, alignment);
    let value = b.value(intrinsics::MaskedLoad::NAME, &operands, ty, &[("alignment", alignment)]);
    b.replace(op.op, &[value]);
    Ok(())
}

fn masked_store(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    let vector = accessed(op, b, "valueToStore")?;
    let alignment = alignment(op, b, &vector, options)?;
    let address = element_address(op, b, "indices")?;
    let operands = [operand(op, b, "valueToStore")?, address, operand(op, b, "mask")?];
    let alignment = i32_attribute(b, alignment);
    b.op(intrinsics::MaskedStore::NAME, &operands, &[], &[("alignment", alignment)]);
    b.erase(op.op);
    Ok(())
}

/// The addresses of the elements for a gather or scatter: the base at `offsets` plus each of `indices`.
fn addresses(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, vector: &VectorType) -> Result<Value, NoMatch> {
    let (_, memref) = memref(op, b)?;
    let base = element_address(op, b, "offsets")?;
    let indices = operand(op, b, "indices")?;
    let space = b.converter().address_space(memref.memory_space).ok_or("the memory space is not known")?;
    let pointers = vector.with_element(pointer(b.context(), space)).ty(b.context());
    let context = b.context();
    let element = b.convert_type(memref.element)?;
    let properties = [
        ("rawConstantIndices", Attribute::dense_i32(context, &[DYNAMIC_INDEX])),
        ("elem_type", Attribute::of_type(context, element)),
    ];
    Ok(b.value(llvm::GetElementPtr::NAME, &[base, indices], pointers, &properties))
}

fn gather(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    let vector = accessed(op, b, "result")?;
    let alignment = alignment(op, b, &vector, options)?;
    let ty = b.converted_result(op.op)?;
    let addresses = addresses(op, b, &vector)?;
    let operands = [addresses, operand(op, b, "mask")?, operand(op, b, "pass_thru")?];
    let alignment = i32_attribute(b, alignment);
    let value = b.value(intrinsics::MaskedGather::NAME, &operands, ty, &[("alignment", alignment)]);
    b.replace(op.op, &[value]);
    Ok(())
}

fn scatter(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    let vector = accessed(op, b, "valueToStore")?;
    let alignment = alignment(op, b, &vector, options)?;
    let addresses = addresses(op, b, &vector)?;
    let operands = [operand(op, b, "valueToStore")?, addresses, operand(op, b, "mask")?];
    let alignment = i32_attribute(b, alignment);
    b.op(intrinsics::MaskedScatter::NAME, &operands, &[], &[("alignment", alignment)]);
    b.erase(op.op);
    Ok(())
}

/// If the operation states an alignment, the argument attributes that give it to argument `index` of three.
fn argument_alignment(op: Adaptor<'_>, b: &Rewriter<'_, '_>, index: usize) -> Vec<(&'static str, Attribute)> {
    let context = b.context();
    let Some(alignment) = b.op_ref(op.op).property("alignment") else { return Vec::new() };
    let mut arguments = [context.common.empty_dictionary; 3];
    let entry = NamedAttribute { name: context.ident("llvm.align"), value: alignment };
    arguments[index] = Attribute::dictionary(context, [entry]);
    vec![("arg_attrs", Attribute::array(context, arguments))]
}

fn expand_load(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    accessed(op, b, "result")?;
    let ty = b.converted_result(op.op)?;
    let address = element_address(op, b, "indices")?;
    let operands = [address, operand(op, b, "mask")?, operand(op, b, "pass_thru")?];
    let properties = argument_alignment(op, b, 0);
    let value = b.value(intrinsics::MaskedExpandLoad::NAME, &operands, ty, &properties);
    b.replace(op.op, &[value]);
    Ok(())
}

fn compress_store(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    accessed(op, b, "valueToStore")?;
    let address = element_address(op, b, "indices")?;
    let operands = [operand(op, b, "valueToStore")?, address, operand(op, b, "mask")?];
    let properties = argument_alignment(op, b, 1);
    b.op(intrinsics::MaskedCompressStore::NAME, &operands, &[], &properties);
    b.erase(op.op);
    Ok(())
}

/// Converts a buffer of scalars to a buffer of one vector: same pointers, no sizes.
fn type_cast(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let reference = b.op_ref(op.op);
    let (from, to) = (type_of(reference, "memref"), type_of(reference, "result"));
    let (Some(from), Some(to)) = (from, to) else { return Err("has no operands".into()) };
    let target = StridedMemRef::of(b.context(), to).filter(StridedMemRef::is_static);
    let Some(target) = target.filter(|_| has_identity_layout(b.context(), from)) else {
        return Err("is about memrefs whose layout is not the identity".into());
    };
    let ty = b.converted_result(op.op)?;
    let source = MemRefDescriptor::new(*op.operands.first().ok_or("has no operands")?);
    let mut result = MemRefDescriptor::poison(b, ty);
    let allocated = source.allocated(b);
    result.set_allocated(b, allocated);
    let aligned = source.aligned(b);
    result.set_aligned(b, aligned);
    result.set_constant_offset(b, 0);
    for dimension in 0..target.rank() {
        result.set_constant_size(b, dimension, target.shape[dimension]);
        result.set_constant_stride(b, dimension, target.strides[dimension]);
    }
    b.replace(op.op, &[result.value]);
    Ok(())
}
