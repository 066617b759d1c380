//! Conversion of heap and stack allocations.

use tern_dialect_core::memref;
use tern_dialect_llvm::ops as llvm;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Type, TypeKind, Value};

use super::{address_space, descriptor_of, element, extent, index_constant, is_scalar, is_unranked, size_of};
use crate::conversion::{
    Adaptor, LlvmBuilder, MemRefDescriptor, NoMatch, Rewrite, Rewriter, TypeConverter,
    UnrankedMemRefDescriptor,
};

/// The size of an element in bytes, as far as it is needed to choose an alignment.
fn size_in_bytes(converter: &TypeConverter<'_>, ty: Type) -> Option<u64> {
    let context = converter.context();
    Some(match ty.kind(context) {
        TypeKind::Integer { width, .. } => u64::from(width.div_ceil(8)),
        TypeKind::Float(kind) => u64::from(kind.width().div_ceil(8)),
        TypeKind::Index => u64::from(converter.options.layout.index_width.div_ceil(8)),
        TypeKind::Complex(part) => {
            let part = size_in_bytes(converter, *part)?;
            2 * part.next_power_of_two()
        }
        TypeKind::Vector { shape, element, .. } => {
            let (&last, rest) = shape.split_last().unwrap_or((&1, &[]));
            let rest: i64 = rest.iter().product();
            let count = (rest.max(0) as u64).checked_mul((last.max(1) as u64).next_power_of_two())?;
            let bits = match element.kind(context) {
                TypeKind::Integer { width, .. } => u64::from(*width),
                _ => 8 * size_in_bytes(converter, *element)?,
            };
            count.checked_mul(bits)?.div_ceil(8)
        }
        TypeKind::MemRef { shape, memory_space, .. } => {
            let space = converter.address_space(*memory_space)?;
            let pointer = u64::from(converter.options.layout.pointer_width(space).div_ceil(8));
            let index = u64::from(converter.options.index_width.div_ceil(8));
            2 * pointer + (1 + 2 * shape.len() as u64) * index
        }
        TypeKind::UnrankedMemRef { .. } => {
            let pointer = u64::from(converter.options.layout.pointer_width(0).div_ceil(8));
            pointer + u64::from(converter.options.index_width.div_ceil(8))
        }
        _ => return None,
    })
}

/// The minimum alignment passed to `aligned_alloc`.
const LEAST_ALIGNMENT: u64 = 16;

/// Converts `memref.alloc`.
pub(super) fn alloc(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let alloc = memref::Alloc::expect(b.converted(op));
    let (ty, alignment) = (b.type_of(alloc.memref()), alloc.alignment());
    let dynamic = alloc.dynamicSizes().to_vec();
    let space = address_space(b, ty)?;
    let converted = b.converted_result(op.op)?;
    let extent = extent(b, ty, &dynamic, true)?;
    let (allocated, aligned) = match b.converter().options.aligned_alloc {
        true => {
            let pointer = aligned_alloc(b, ty, alignment, extent.size, space)?;
            (pointer, pointer)
        }
        false => malloc(b, ty, alignment, extent.size, space)?,
    };
    let descriptor = descriptor_of(b, converted, allocated, aligned, &extent);
    b.replace(op.op, &[descriptor]);
    Ok(())
}

/// The element type of a memref before conversion.
fn original_element(b: &Rewriter<'_, '_>, ty: Type) -> Option<Type> {
    match ty.kind(b.context()) {
        TypeKind::MemRef { element, .. } => Some(*element),
        _ => None,
    }
}

/// Calls the allocation function, and casts the pointer to the address space of the memref.
fn call(
    b: &mut Rewriter<'_, '_>,
    name: &'static str,
    arguments: &[Value],
    space: u32,
) -> Result<Value, NoMatch> {
    let pointer = b.converter().pointer(0);
    let parameters: Vec<Type> = arguments.iter().map(|&argument| b.type_of(argument)).collect();
    b.declare_function(name, &parameters, pointer)?;
    let call = b.call(name, arguments, Some(pointer));
    let result = b.body().result(call).ok_or("a call without a result")?;
    Ok(match space {
        0 => result,
        space => {
            let wanted = b.converter().pointer(space);
            b.create_value(llvm::AddrSpaceCast::build(result, wanted))
        }
    })
}

/// `value` rounded up to a multiple of `alignment`.
fn round_up(b: &mut Rewriter<'_, '_>, value: Value, alignment: Value) -> Value {
    let one = index_constant(b, 1);
    let bump = b.create_value(llvm::Sub::build(alignment, one));
    let bumped = b.create_value(llvm::Add::build(value, bump));
    let rest = b.create_value(llvm::URem::build(bumped, alignment));
    b.create_value(llvm::Sub::build(bumped, rest))
}

/// Allocates with `malloc`, with extra space for alignment if necessary. Returns the allocated and the aligned pointer.
fn malloc(
    b: &mut Rewriter<'_, '_>,
    ty: Type,
    alignment: Option<u64>,
    mut size: Value,
    space: u32,
) -> Result<(Value, Value), NoMatch> {
    let element_type = element(b, ty)?;
    let scalar = original_element(b, ty).is_some_and(|element| is_scalar(b.context(), element));
    let alignment = match alignment {
        Some(alignment) => Some(index_constant(b, alignment.cast_signed())),
        None if scalar => None,
        // `malloc` only guarantees the alignment of scalars.
        None => Some(size_of(b, element_type)),
    };
    if let Some(alignment) = alignment {
        size = b.create_value(llvm::Add::build(size, alignment));
    }
    let generic = b.converter().options.generic_functions;
    let name = if generic { "_mlir_memref_to_llvm_alloc" } else { "malloc" };
    let allocated = call(b, name, &[size], space)?;
    let Some(alignment) = alignment else { return Ok((allocated, allocated)) };
    let (pointer, index) = (b.type_of(allocated), b.converter().index());
    let number = b.create_value(llvm::PtrToInt::build(allocated, index));
    let number = round_up(b, number, alignment);
    let aligned = b.create_value(llvm::IntToPtr::build(number, pointer));
    Ok((allocated, aligned))
}

/// Allocates with `aligned_alloc`, which requires a size that is a multiple of the alignment.
fn aligned_alloc(
    b: &mut Rewriter<'_, '_>,
    ty: Type,
    alignment: Option<u64>,
    mut size: Value,
    space: u32,
) -> Result<Value, NoMatch> {
    let converter = b.converter();
    let bytes = original_element(b, ty).and_then(|element| size_in_bytes(converter, element));
    let bytes = bytes.ok_or("the size of an element is not known")?;
    let wanted = alignment.unwrap_or_else(|| LEAST_ALIGNMENT.max(bytes.next_power_of_two()));
    let TypeKind::MemRef { shape, .. } = ty.kind(b.context()) else { return Err("no memref".into()) };
    // The size is known to be a multiple of this.
    let known =
        shape.iter().filter(|&&size| size >= 0).fold(bytes, |all, &size| all.wrapping_mul(size as u64));
    let alignment = index_constant(b, wanted as i64);
    if known % wanted != 0 {
        size = round_up(b, size, alignment);
    }
    let generic = b.converter().options.generic_functions;
    let name = if generic { "_mlir_memref_to_llvm_aligned_alloc" } else { "aligned_alloc" };
    call(b, name, &[alignment, size], space)
}

/// Converts `memref.alloca`.
pub(super) fn alloca(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let alloca = memref::Alloca::expect(b.converted(op));
    let (ty, alignment) = (b.type_of(alloca.memref()), alloca.alignment());
    let dynamic = alloca.dynamicSizes().to_vec();
    let (space, element) = (address_space(b, ty)?, element(b, ty)?);
    let converted = b.converted_result(op.op)?;
    let extent = extent(b, ty, &dynamic, false)?;
    let pointer = llvm::Alloca::build(extent.size, element, b.converter().pointer(space));
    let pointer = b.create_value(pointer.alignment(alignment));
    let descriptor = descriptor_of(b, converted, pointer, pointer, &extent);
    b.replace(op.op, &[descriptor]);
    Ok(())
}

/// Converts `memref.dealloc`.
pub(super) fn dealloc(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let original = memref::Dealloc::expect(b.original(op));
    let (ty, memref) = (b.type_of(original.memref()), memref::Dealloc::expect(b.converted(op)).memref());
    let space = address_space(b, ty)?;
    let generic = b.converter().options.generic_functions;
    let name = if generic { "_mlir_memref_to_llvm_free" } else { "free" };
    let (pointer, own) = (b.converter().pointer(0), b.converter().pointer(space));
    let void = tern_dialect_llvm::types::void(b.context());
    b.declare_function(name, &[pointer], void)?;
    let mut allocated = if is_unranked(b.context(), ty) {
        let descriptor = UnrankedMemRefDescriptor::new(memref).descriptor(b);
        UnrankedMemRefDescriptor::allocated(b, descriptor, own)
    } else {
        MemRefDescriptor::new(memref).allocated(b)
    };
    if space != 0 {
        // The function takes pointers in the default address space, in which the memory was allocated.
        allocated = b.create_value(llvm::AddrSpaceCast::build(allocated, pointer));
    }
    b.call(name, &[allocated], None);
    b.replace(op.op, &[]);
    Ok(())
}
