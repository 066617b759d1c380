//! Access to the descriptor of an unranked memref: `!llvm.struct<(i64, ptr)>`, the rank and a pointer to a ranked descriptor.
//!
//! Source: MLIR's "LLVM IR Target", Unranked MemRef Types. The ranked descriptor is on the stack of the function that made it.
//! When it is returned, it is copied to the heap, and from there to the stack of the caller.

use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::struct_literal;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Type, Value};

use super::builder::{GepIndex, LlvmBuilder};
use super::type_converter::TypeConverter;

const RANK: i64 = 0;
const DESCRIPTOR: i64 = 1;

/// The descriptor of an unranked memref.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnrankedMemRefDescriptor {
    /// The value of struct type.
    pub value: Value,
}

impl UnrankedMemRefDescriptor {
    /// Wraps an existing descriptor.
    pub fn new(value: Value) -> Self {
        Self { value }
    }

    /// Makes a descriptor of type `ty` whose fields are poison.
    pub fn poison<'c>(b: &mut impl Builder<'c>, ty: Type) -> Self {
        Self { value: b.poison(ty) }
    }

    /// Makes a descriptor of type `ty` from its fields.
    pub fn pack<'c>(b: &mut impl Builder<'c>, ty: Type, rank: Value, descriptor: Value) -> Self {
        let mut packed = Self::poison(b, ty);
        packed.set_rank(b, rank);
        packed.set_descriptor(b, descriptor);
        packed
    }

    /// Extracts both fields: the rank and the pointer to the ranked descriptor.
    pub fn unpack<'c>(self, b: &mut impl Builder<'c>) -> Vec<Value> {
        vec![self.rank(b), self.descriptor(b)]
    }

    /// Extracts the rank.
    pub fn rank<'c>(self, b: &mut impl Builder<'c>) -> Value {
        b.extract_value(self.value, &[RANK])
    }

    /// Inserts the rank.
    pub fn set_rank<'c>(&mut self, b: &mut impl Builder<'c>, rank: Value) {
        self.value = b.insert_value(self.value, rank, &[RANK]);
    }

    /// Extracts the pointer to the ranked descriptor.
    pub fn descriptor<'c>(self, b: &mut impl Builder<'c>) -> Value {
        b.extract_value(self.value, &[DESCRIPTOR])
    }

    /// Inserts the pointer to the ranked descriptor.
    pub fn set_descriptor<'c>(&mut self, b: &mut impl Builder<'c>, descriptor: Value) {
        self.value = b.insert_value(self.value, descriptor, &[DESCRIPTOR]);
    }

    /// Computes the size in bytes of the ranked descriptor, for elements in `address_space`: two pointers, the offset, sizes
    /// and strides.
    pub fn size<'c>(
        self,
        b: &mut impl Builder<'c>,
        converter: &TypeConverter<'_>,
        address_space: u32,
    ) -> Value {
        let index = converter.index();
        let pointer_bytes = converter.options.layout.pointer_width(address_space).div_ceil(8);
        let index_bytes = converter.options.index_width.div_ceil(8);
        let one = b.constant_index(index, 1);
        let two = b.constant_index(index, 2);
        let index_bytes = b.constant_index(index, i64::from(index_bytes));
        let pointer_bytes = b.constant_index(index, i64::from(pointer_bytes));
        let pointers = b.create_value(llvm::Mul::build(two, pointer_bytes));
        let rank = self.rank(b);
        let twice = b.create_value(llvm::Mul::build(two, rank));
        let numbers = b.create_value(llvm::Add::build(twice, one));
        let rest = b.create_value(llvm::Mul::build(numbers, index_bytes));
        b.create_value(llvm::Add::build(pointers, rest))
    }

    /// The struct type `(ptr, ptr, i64)`, the common prefix of all ranked descriptors.
    pub fn prefix<'c>(b: &impl Builder<'c>, converter: &TypeConverter<'_>, address_space: u32) -> Type {
        let pointer = converter.pointer(address_space);
        struct_literal(b.context(), &[pointer, pointer, converter.index()], false)
    }

    /// Loads the allocated pointer of the ranked descriptor at address `descriptor`.
    pub fn allocated<'c>(b: &mut impl Builder<'c>, descriptor: Value, pointer: Type) -> Value {
        b.load(pointer, descriptor)
    }

    /// Stores the allocated pointer.
    pub fn set_allocated<'c>(b: &mut impl Builder<'c>, descriptor: Value, pointer: Value) {
        b.store(pointer, descriptor);
    }

    /// Loads the aligned pointer of the ranked descriptor at address `descriptor`.
    pub fn aligned<'c>(b: &mut impl Builder<'c>, descriptor: Value, pointer: Type) -> Value {
        let address = b.gep(descriptor, pointer, &[1.into()]);
        b.load(pointer, address)
    }

    /// Stores the aligned pointer.
    pub fn set_aligned<'c>(b: &mut impl Builder<'c>, descriptor: Value, pointer: Value) {
        let ty = b.type_of(pointer);
        let address = b.gep(descriptor, ty, &[1.into()]);
        b.store(pointer, address);
    }

    /// The address of the offset in the ranked descriptor at address `descriptor`.
    pub fn offset_address<'c>(b: &mut impl Builder<'c>, descriptor: Value, pointer: Type) -> Value {
        b.gep(descriptor, pointer, &[2.into()])
    }

    /// Loads the offset.
    pub fn offset<'c>(
        b: &mut impl Builder<'c>,
        converter: &TypeConverter<'_>,
        descriptor: Value,
        pointer: Type,
    ) -> Value {
        let address = Self::offset_address(b, descriptor, pointer);
        b.load(converter.index(), address)
    }

    /// Stores the offset.
    pub fn set_offset<'c>(b: &mut impl Builder<'c>, descriptor: Value, pointer: Type, offset: Value) {
        let address = Self::offset_address(b, descriptor, pointer);
        b.store(offset, address);
    }

    /// The address of the first size.
    pub fn sizes_address<'c>(
        b: &mut impl Builder<'c>,
        converter: &TypeConverter<'_>,
        descriptor: Value,
        address_space: u32,
    ) -> Value {
        let (pointer, index) = (converter.pointer(address_space), converter.index());
        let prefix = struct_literal(b.context(), &[pointer, pointer, index, index], false);
        b.gep(descriptor, prefix, &[GepIndex::Constant(0), GepIndex::Constant(3)])
    }

    /// Loads the size or stride at `index`, counted from the address `base`.
    pub fn number<'c>(
        b: &mut impl Builder<'c>,
        converter: &TypeConverter<'_>,
        base: Value,
        index: Value,
    ) -> Value {
        let address = b.gep(base, converter.index(), &[index.into()]);
        b.load(converter.index(), address)
    }

    /// Stores the size or stride at `index`, counted from the address `base`.
    pub fn set_number<'c>(
        b: &mut impl Builder<'c>,
        converter: &TypeConverter<'_>,
        base: Value,
        index: Value,
        number: Value,
    ) {
        let address = b.gep(base, converter.index(), &[index.into()]);
        b.store(number, address);
    }

    /// The address of the first stride, which follows the sizes.
    pub fn strides_address<'c>(
        b: &mut impl Builder<'c>,
        converter: &TypeConverter<'_>,
        sizes: Value,
        rank: Value,
    ) -> Value {
        b.gep(sizes, converter.index(), &[rank.into()])
    }
}
