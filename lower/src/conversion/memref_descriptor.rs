//! Access to the descriptor of a ranked memref: `!llvm.struct<(ptr, ptr, i64, array<N x i64>, array<N x i64>)>`.
//!
//! The fields: the allocated pointer, the aligned pointer, the offset of the first element from the aligned pointer, the sizes,
//! the strides. A memref of rank 0 has neither sizes nor strides. Source: MLIR's "LLVM IR Target", Ranked MemRef Types.

use tern_dialect_llvm::types::array_parts;
use tern_mlir::builtin::memref::StridedMemRef;
use tern_mlir::rewrite::Builder;
use tern_mlir::types::DYNAMIC;
use tern_mlir::{Type, Value};

use super::builder::{LlvmBuilder, element_at};
use super::type_converter::TypeConverter;

pub(crate) const ALLOCATED: i64 = 0;
pub(crate) const ALIGNED: i64 = 1;
const OFFSET: i64 = 2;
const SIZES: i64 = 3;
const STRIDES: i64 = 4;

/// The descriptor of a ranked memref.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemRefDescriptor {
    /// The value of struct type.
    pub value: Value,
}

impl MemRefDescriptor {
    /// Wraps an existing descriptor.
    pub fn new(value: Value) -> Self {
        Self { value }
    }

    /// Makes a descriptor of type `ty` whose fields are poison.
    pub fn poison<'c>(b: &mut impl Builder<'c>, ty: Type) -> Self {
        Self { value: b.poison(ty) }
    }

    /// Makes the descriptor for a memref type with static sizes, strides and offset; `None` for other types.
    pub fn from_static_shape<'c>(
        b: &mut impl Builder<'c>,
        converter: &TypeConverter<'_>,
        ty: Type,
        allocated: Value,
        aligned: Value,
    ) -> Option<Self> {
        let memref = StridedMemRef::of(b.context(), ty).filter(StridedMemRef::is_static)?;
        let mut descriptor = Self::poison(b, converter.convert(ty)?);
        descriptor.set_allocated(b, allocated);
        descriptor.set_aligned(b, aligned);
        let offset = b.constant_index(converter.index(), memref.offset);
        descriptor.set_offset(b, offset);
        for dimension in 0..memref.rank() {
            let size = b.constant_index(converter.index(), memref.shape[dimension]);
            descriptor.set_size(b, dimension, size);
            let stride = b.constant_index(converter.index(), memref.strides[dimension]);
            descriptor.set_stride(b, dimension, stride);
        }
        Some(descriptor)
    }

    /// Makes a descriptor of type `ty` from its fields: both pointers, the offset, all sizes, all strides.
    pub fn pack<'c>(b: &mut impl Builder<'c>, ty: Type, fields: &[Value]) -> Self {
        let mut descriptor = Self::poison(b, ty);
        let [allocated, aligned, offset, rest @ ..] = fields else { return descriptor };
        descriptor.set_allocated(b, *allocated);
        descriptor.set_aligned(b, *aligned);
        descriptor.set_offset(b, *offset);
        let (sizes, strides) = rest.split_at(rest.len() / 2);
        for (dimension, (&size, &stride)) in sizes.iter().zip(strides).enumerate() {
            descriptor.set_size(b, dimension, size);
            descriptor.set_stride(b, dimension, stride);
        }
        descriptor
    }

    /// Extracts all fields: both pointers, the offset, all sizes, all strides.
    pub fn unpack<'c>(self, b: &mut impl Builder<'c>) -> Vec<Value> {
        let rank = self.rank(b);
        let mut fields = vec![self.allocated(b), self.aligned(b), self.offset(b)];
        fields.extend((0..rank).map(|dimension| self.size(b, dimension)).collect::<Vec<_>>());
        fields.extend((0..rank).map(|dimension| self.stride(b, dimension)).collect::<Vec<_>>());
        fields
    }

    /// The number of dimensions.
    pub fn rank<'c>(self, b: &impl Builder<'c>) -> usize {
        let context = b.context();
        let fields = tern_dialect_llvm::types::struct_fields(context, b.type_of(self.value));
        let sizes = fields.and_then(|(fields, _)| fields.get(SIZES as usize).copied());
        sizes.and_then(|sizes| array_parts(context, sizes)).map_or(0, |(_, rank)| rank as usize)
    }

    /// The integer type of the offset, the sizes and the strides.
    pub fn index<'c>(self, b: &impl Builder<'c>) -> Type {
        element_at(b.context(), b.type_of(self.value), &[OFFSET])
    }

    /// The type of both pointers.
    pub fn pointer<'c>(self, b: &impl Builder<'c>) -> Type {
        element_at(b.context(), b.type_of(self.value), &[ALIGNED])
    }

    /// Extracts the allocated pointer.
    pub fn allocated<'c>(self, b: &mut impl Builder<'c>) -> Value {
        b.extract_value(self.value, &[ALLOCATED])
    }

    /// Inserts the allocated pointer.
    pub fn set_allocated<'c>(&mut self, b: &mut impl Builder<'c>, pointer: Value) {
        self.value = b.insert_value(self.value, pointer, &[ALLOCATED]);
    }

    /// Extracts the aligned pointer.
    pub fn aligned<'c>(self, b: &mut impl Builder<'c>) -> Value {
        b.extract_value(self.value, &[ALIGNED])
    }

    /// Inserts the aligned pointer.
    pub fn set_aligned<'c>(&mut self, b: &mut impl Builder<'c>, pointer: Value) {
        self.value = b.insert_value(self.value, pointer, &[ALIGNED]);
    }

    /// Extracts the offset.
    pub fn offset<'c>(self, b: &mut impl Builder<'c>) -> Value {
        b.extract_value(self.value, &[OFFSET])
    }

    /// Inserts the offset.
    pub fn set_offset<'c>(&mut self, b: &mut impl Builder<'c>, offset: Value) {
        self.value = b.insert_value(self.value, offset, &[OFFSET]);
    }

    /// Inserts a constant offset.
    pub fn set_constant_offset<'c>(&mut self, b: &mut impl Builder<'c>, offset: i64) {
        let offset = b.constant_index(self.index(b), offset);
        self.set_offset(b, offset);
    }

    /// Extracts the size of a dimension.
    pub fn size<'c>(self, b: &mut impl Builder<'c>, dimension: usize) -> Value {
        b.extract_value(self.value, &[SIZES, dimension as i64])
    }

    /// Loads the size of a dimension whose index is only known at run time; spills the sizes to the stack.
    pub fn dynamic_size<'c>(self, b: &mut impl Builder<'c>, dimension: Value) -> Value {
        let index = self.index(b);
        let one = b.constant_index(index, 1);
        let sizes = b.extract_value(self.value, &[SIZES]);
        let array = b.type_of(sizes);
        let memory = b.alloca(one, array);
        b.store(sizes, memory);
        let address = b.gep(memory, array, &[0.into(), dimension.into()]);
        b.load(index, address)
    }

    /// Inserts the size of a dimension.
    pub fn set_size<'c>(&mut self, b: &mut impl Builder<'c>, dimension: usize, size: Value) {
        self.value = b.insert_value(self.value, size, &[SIZES, dimension as i64]);
    }

    /// Inserts a constant size of a dimension.
    pub fn set_constant_size<'c>(&mut self, b: &mut impl Builder<'c>, dimension: usize, size: i64) {
        let size = b.constant_index(self.index(b), size);
        self.set_size(b, dimension, size);
    }

    /// Extracts the stride of a dimension.
    pub fn stride<'c>(self, b: &mut impl Builder<'c>, dimension: usize) -> Value {
        b.extract_value(self.value, &[STRIDES, dimension as i64])
    }

    /// Inserts the stride of a dimension.
    pub fn set_stride<'c>(&mut self, b: &mut impl Builder<'c>, dimension: usize, stride: Value) {
        self.value = b.insert_value(self.value, stride, &[STRIDES, dimension as i64]);
    }

    /// Inserts a constant stride of a dimension.
    pub fn set_constant_stride<'c>(&mut self, b: &mut impl Builder<'c>, dimension: usize, stride: i64) {
        let stride = b.constant_index(self.index(b), stride);
        self.set_stride(b, dimension, stride);
    }

    /// The address of the first element of a memref of type `ty`: the aligned pointer plus the offset.
    pub fn buffer<'c>(
        self,
        b: &mut impl Builder<'c>,
        converter: &TypeConverter<'_>,
        ty: Type,
    ) -> Option<Value> {
        let memref = StridedMemRef::of(b.context(), ty)?;
        let aligned = self.aligned(b);
        let offset = match memref.offset {
            0 => return Some(aligned),
            DYNAMIC => self.offset(b),
            offset => b.constant_index(self.index(b), offset),
        };
        Some(b.gep(aligned, converter.convert(memref.element)?, &[offset.into()]))
    }
}
