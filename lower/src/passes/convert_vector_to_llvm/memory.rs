//! Conversion of operations that access vectors in memory.

use tern_dialect_core::vector;
use tern_dialect_core::vector::types::{VectorType, bit_width};
use tern_dialect_llvm::types::pointer;
use tern_dialect_llvm::{intrinsics, ops as llvm};
use tern_mlir::builtin::memref::{StridedMemRef, has_identity_layout};
use tern_mlir::rewrite::Builder;
use tern_mlir::types::DYNAMIC;
use tern_mlir::{Attribute, Context, NamedAttribute, Type, Value};

use super::{Options, WithOptions, vector_type};
use crate::conversion::{
    Adaptor, LlvmBuilder, MemRefDescriptor, NoMatch, Patterns, Rewrite, Rewriter, gep, i64_attribute,
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

/// The memory that an operation accesses: the original type of the memref, and the converted memref.
#[derive(Clone, Copy)]
struct Memory {
    ty: Type,
    base: Value,
}

impl Memory {
    fn memref(self, b: &Rewriter<'_, '_>) -> Result<StridedMemRef, NoMatch> {
        StridedMemRef::of(b.context(), self.ty).ok_or_else(|| "takes no strided memref".into())
    }

    /// The address of the element at `indices`.
    fn address(self, b: &mut Rewriter<'_, '_>, indices: &[Value]) -> Result<Value, NoMatch> {
        let memref = self.memref(b)?;
        let descriptor = MemRefDescriptor::new(self.base);
        let converter = b.converter();
        let base = descriptor.buffer(b, converter, self.ty);
        let base = base.ok_or("the type of the elements cannot be converted")?;
        let mut linear = None;
        for (dimension, (&index, &stride)) in indices.iter().zip(&memref.strides).enumerate() {
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

    /// The addresses of the elements for a gather or scatter: the base at `offsets` plus each of `indices`.
    fn addresses(
        self,
        b: &mut Rewriter<'_, '_>,
        vector: &VectorType,
        offsets: &[Value],
        indices: Value,
    ) -> Result<Value, NoMatch> {
        let memref = self.memref(b)?;
        let base = self.address(b, offsets)?;
        let space = b.converter().address_space(memref.memory_space);
        let space = space.ok_or("the memory space is not known")?;
        let pointers = vector.with_element(pointer(b.context(), space)).ty(b.context());
        let element = b.convert_type(memref.element)?;
        Ok(b.create_value(gep(base, element, &[indices.into()], pointers)))
    }

    /// The alignment of an access in bytes: as the operation states, else that of the element or the vector.
    fn alignment(
        self,
        b: &Rewriter<'_, '_>,
        stated: Option<u64>,
        vector: &VectorType,
        options: Options,
    ) -> Result<u64, NoMatch> {
        if let Some(stated) = stated {
            return Ok(stated);
        }
        let memref = self.memref(b)?;
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
        Ok(bytes.unsigned_abs().next_power_of_two())
    }
}

/// The type of the vector that is accessed; fails if it has more than one dimension.
fn accessed(b: &Rewriter<'_, '_>, vector: Value) -> Result<VectorType, NoMatch> {
    let vector = vector_type(b, vector).ok_or("is about no vector")?;
    if vector.rank() > 1 {
        return Err("only 1-D vectors can be lowered to LLVM".into());
    }
    Ok(vector)
}

fn load(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    let (original, load) = (vector::Load::expect(b.original(op)), vector::Load::expect(b.converted(op)));
    let memory = Memory { ty: b.type_of(original.base()), base: load.base() };
    let (indices, nontemporal) = (load.indices().to_vec(), load.nontemporal());
    let vector = accessed(b, load.result())?;
    let alignment = memory.alignment(b, load.alignment(), &vector, options)?;
    let ty = b.converted_result(op.op)?;
    let address = memory.address(b, &indices)?;
    let value = b.create_value(llvm::Load::build(address, ty).alignment(alignment).nontemporal(nontemporal));
    b.replace(op.op, &[value]);
    Ok(())
}

fn store(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    let (original, store) = (vector::Store::expect(b.original(op)), vector::Store::expect(b.converted(op)));
    let memory = Memory { ty: b.type_of(original.base()), base: store.base() };
    let (value, indices) = (store.valueToStore(), store.indices().to_vec());
    let nontemporal = store.nontemporal();
    let vector = accessed(b, original.valueToStore())?;
    let alignment = memory.alignment(b, store.alignment(), &vector, options)?;
    let address = memory.address(b, &indices)?;
    b.create(llvm::Store::build(value, address).alignment(alignment).nontemporal(nontemporal));
    b.erase(op.op);
    Ok(())
}

fn masked_load(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    let original = vector::MaskedLoad::expect(b.original(op));
    let load = vector::MaskedLoad::expect(b.converted(op));
    let memory = Memory { ty: b.type_of(original.base()), base: load.base() };
    let (indices, mask, pass_thru) = (load.indices().to_vec(), load.mask(), load.pass_thru());
    let vector = accessed(b, load.result())?;
    let alignment = memory.alignment(b, load.alignment(), &vector, options)?;
    let ty = b.converted_result(op.op)?;
    let address = memory.address(b, &indices)?;
    let load = intrinsics::MaskedLoad::build(address, mask, Some(pass_thru), alignment as u32, ty);
    let value = b.create_value(load);
    b.replace(op.op, &[value]);
    Ok(())
}

fn masked_store(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    let original = vector::MaskedStore::expect(b.original(op));
    let store = vector::MaskedStore::expect(b.converted(op));
    let memory = Memory { ty: b.type_of(original.base()), base: store.base() };
    let (value, indices, mask) = (store.valueToStore(), store.indices().to_vec(), store.mask());
    let vector = accessed(b, original.valueToStore())?;
    let alignment = memory.alignment(b, store.alignment(), &vector, options)?;
    let address = memory.address(b, &indices)?;
    b.create(intrinsics::MaskedStore::build(value, address, mask, alignment as u32));
    b.erase(op.op);
    Ok(())
}

fn gather(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    let original = vector::Gather::expect(b.original(op));
    let gather = vector::Gather::expect(b.converted(op));
    let memory = Memory { ty: b.type_of(original.base()), base: gather.base() };
    let (offsets, indices) = (gather.offsets().to_vec(), gather.indices());
    let (mask, pass_thru) = (gather.mask(), gather.pass_thru());
    let vector = accessed(b, gather.result())?;
    let alignment = memory.alignment(b, gather.alignment(), &vector, options)?;
    let ty = b.converted_result(op.op)?;
    let addresses = memory.addresses(b, &vector, &offsets, indices)?;
    let gather = intrinsics::MaskedGather::build(addresses, mask, &[pass_thru], alignment as u32, ty);
    let value = b.create_value(gather);
    b.replace(op.op, &[value]);
    Ok(())
}

fn scatter(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, options: Options) -> Rewrite {
    let original = vector::Scatter::expect(b.original(op));
    let scatter = vector::Scatter::expect(b.converted(op));
    let memory = Memory { ty: b.type_of(original.base()), base: scatter.base() };
    let (offsets, indices) = (scatter.offsets().to_vec(), scatter.indices());
    let (value, mask) = (scatter.valueToStore(), scatter.mask());
    let vector = accessed(b, original.valueToStore())?;
    let alignment = memory.alignment(b, scatter.alignment(), &vector, options)?;
    let addresses = memory.addresses(b, &vector, &offsets, indices)?;
    b.create(intrinsics::MaskedScatter::build(value, addresses, mask, alignment as u32));
    b.erase(op.op);
    Ok(())
}

/// If an alignment is stated, the argument attributes that give it to argument `index` of three.
fn argument_alignment(context: &Context, stated: Option<u64>, index: usize) -> Option<[Attribute; 3]> {
    let value = i64_attribute(context, stated?.cast_signed());
    let mut arguments = [context.common.empty_dictionary; 3];
    let entry = NamedAttribute { name: context.ident("llvm.align"), value };
    arguments[index] = Attribute::dictionary(context, [entry]);
    Some(arguments)
}

fn expand_load(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = vector::ExpandLoad::expect(b.original(op));
    let load = vector::ExpandLoad::expect(b.converted(op));
    let memory = Memory { ty: b.type_of(original.base()), base: load.base() };
    let (indices, mask, pass_thru) = (load.indices().to_vec(), load.mask(), load.pass_thru());
    let attributes = argument_alignment(b.context(), load.alignment(), 0);
    accessed(b, load.result())?;
    let ty = b.converted_result(op.op)?;
    let address = memory.address(b, &indices)?;
    let load = intrinsics::MaskedExpandLoad::build(address, mask, pass_thru, ty);
    let value = b.create_value(load.arg_attrs(attributes.as_ref().map(<[_; 3]>::as_slice)));
    b.replace(op.op, &[value]);
    Ok(())
}

fn compress_store(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = vector::CompressStore::expect(b.original(op));
    let store = vector::CompressStore::expect(b.converted(op));
    let memory = Memory { ty: b.type_of(original.base()), base: store.base() };
    let (value, indices, mask) = (store.valueToStore(), store.indices().to_vec(), store.mask());
    let attributes = argument_alignment(b.context(), store.alignment(), 1);
    accessed(b, original.valueToStore())?;
    let address = memory.address(b, &indices)?;
    let store = intrinsics::MaskedCompressStore::build(value, address, mask);
    b.create(store.arg_attrs(attributes.as_ref().map(<[_; 3]>::as_slice)));
    b.erase(op.op);
    Ok(())
}

/// Converts a buffer of scalars to a buffer of one vector: same pointers, no sizes.
fn type_cast(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = vector::TypeCast::expect(b.original(op));
    let (from, to) = (b.type_of(original.memref()), b.type_of(original.result()));
    let target = StridedMemRef::of(b.context(), to).filter(StridedMemRef::is_static);
    let Some(target) = target.filter(|_| has_identity_layout(b.context(), from)) else {
        return Err("is about memrefs whose layout is not the identity".into());
    };
    let ty = b.converted_result(op.op)?;
    let source = MemRefDescriptor::new(vector::TypeCast::expect(b.converted(op)).memref());
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
