//! Conversion of `memref` to `llvm`: a memref becomes a descriptor, which holds its pointers, sizes and strides.
//!
//! Views (`memref.subview`, `memref.expand_shape`, `memref.collapse_shape`) are not handled here: `expand-strided-metadata`
//! must run before. Source: MLIR's `-finalize-memref-to-llvm`.

mod access;
mod allocation;
mod atomics;
mod copies;
mod globals;
mod metadata;
mod reshape;
mod scopes;
mod views;

use tern_dialect_core::memref;
use tern_dialect_llvm::enums::{GEPNoWrapFlags, IntegerOverflowFlags};
use tern_dialect_llvm::ops as llvm;
use tern_mlir::builtin::memref::{StridedMemRef, has_identity_layout};
use tern_mlir::rewrite::Builder;
use tern_mlir::types::{DYNAMIC, Signedness};
use tern_mlir::{Context, Type, TypeKind, Value};

use crate::conversion::{LlvmBuilder, MemRefDescriptor, NoMatch, Patterns, Rewriter, gep};

/// Adds the patterns of the dialect.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[memref::Alloc::NAME], allocation::alloc);
    patterns.on(&[memref::Alloca::NAME], allocation::alloca);
    patterns.on(&[memref::Dealloc::NAME], allocation::dealloc);
    patterns.on(&[memref::AllocaScope::NAME], scopes::alloca_scope);
    patterns.on(&[memref::Load::NAME], access::load);
    patterns.on(&[memref::Store::NAME], access::store);
    patterns.on(&[memref::Prefetch::NAME], access::prefetch);
    patterns.on(&[memref::AtomicRmw::NAME], atomics::atomic_rmw);
    patterns.on(&[memref::GenericAtomicRmw::NAME], atomics::generic_atomic_rmw);
    patterns.on(&[memref::Copy::NAME], copies::copy);
    patterns.on(&[memref::Global::NAME], globals::global);
    patterns.on(&[memref::GetGlobal::NAME], globals::get_global);
    patterns.on(&[memref::Dim::NAME], metadata::dim);
    patterns.on(&[memref::Rank::NAME], metadata::rank);
    patterns.on(&[memref::ExtractAlignedPointerAsIndex::NAME], metadata::aligned_pointer);
    patterns.on(&[memref::ExtractStridedMetadata::NAME], metadata::strided_metadata);
    patterns.on(&[memref::AssumeAlignment::NAME], metadata::assume_alignment);
    patterns.on(&[memref::DistinctObjects::NAME], metadata::distinct_objects);
    patterns.on(&[memref::Cast::NAME], views::cast);
    patterns.on(&[memref::MemorySpaceCast::NAME], views::memory_space_cast);
    patterns.on(&[memref::ReinterpretCast::NAME], views::reinterpret_cast);
    patterns.on(&[memref::View::NAME], views::view);
    patterns.on(&[memref::Transpose::NAME], views::transpose);
    patterns.on(&[memref::Reshape::NAME], reshape::reshape);
    patterns.on(&[memref::SubView::NAME], |_, _| {
        Err("subview operations should have been expanded beforehand".into())
    });
    patterns.on(&[memref::ExpandShape::NAME, memref::CollapseShape::NAME], |_, _| {
        Err("reassociation operations should have been expanded beforehand".into())
    });
}

/// The shape and strided form of a ranked memref type; an error if it is not strided.
fn parts(b: &Rewriter<'_, '_>, ty: Type) -> Result<StridedMemRef, NoMatch> {
    StridedMemRef::of(b.context(), ty).ok_or_else(|| "the layout of the memref is not strided".into())
}

/// Whether a type is an unranked memref.
fn is_unranked(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::UnrankedMemRef { .. })
}

/// The address space of a memref type, ranked or not.
fn address_space(b: &Rewriter<'_, '_>, ty: Type) -> Result<u32, NoMatch> {
    let context = b.context();
    let space = match ty.kind(context) {
        TypeKind::MemRef { memory_space, .. } | TypeKind::UnrankedMemRef { memory_space, .. } => {
            *memory_space
        }
        _ => None,
    };
    if let Some(number) = b.converter().address_space(space) {
        return Ok(number);
    }
    // Converting the type reports the error.
    b.convert_type(ty)?;
    Err("the memory space is no address space".into())
}

/// The converted type of the elements of a memref, ranked or not.
fn element(b: &Rewriter<'_, '_>, ty: Type) -> Result<Type, NoMatch> {
    match ty.kind(b.context()) {
        TypeKind::MemRef { element, .. } | TypeKind::UnrankedMemRef { element, .. } => {
            b.convert_type(*element)
        }
        _ => Err("no memref".into()),
    }
}

/// Whether `malloc`'s alignment suffices for elements of a type.
fn is_scalar(context: &Context, ty: Type) -> bool {
    matches!(
        ty.kind(context),
        TypeKind::Integer { signedness: Signedness::Signless, .. } | TypeKind::Index | TypeKind::Float(_)
    )
}

/// Computes the size in bytes of a converted type: the address of the second element of an array at address 0.
fn size_of(b: &mut Rewriter<'_, '_>, ty: Type) -> Value {
    let (pointer, index) = (b.converter().pointer(0), b.converter().index());
    let null = b.zero(pointer);
    let second = b.gep(null, ty, &[1.into()]);
    b.create_value(llvm::PtrToInt::build(second, index))
}

/// The constant `n : index`, in the converted type of `index`.
fn index_constant(b: &mut Rewriter<'_, '_>, value: i64) -> Value {
    let index = b.converter().index();
    b.constant_index(index, value)
}

/// Computes the address of an element. Inside the memref, the computation does not wrap.
pub(crate) fn element_address(
    b: &mut Rewriter<'_, '_>,
    ty: Type,
    memref: Value,
    indices: &[Value],
    within: bool,
) -> Result<Value, NoMatch> {
    let memref_parts = parts(b, ty)?;
    let element = element(b, ty)?;
    let descriptor = MemRefDescriptor::new(memref);
    let overflow = within.then_some(IntegerOverflowFlags::NSW | IntegerOverflowFlags::NUW);
    let wrap = within.then_some(GEPNoWrapFlags::INBOUNDS | GEPNoWrapFlags::NUW);
    let converter = b.converter();
    let base = descriptor.buffer(b, converter, ty).ok_or("the layout of the memref is not strided")?;
    let index_type = converter.index();
    let mut place: Option<Value> = None;
    for (dimension, (&index, &stride)) in indices.iter().zip(&memref_parts.strides).enumerate() {
        let mut step = index;
        if stride != 1 {
            let stride = match stride {
                DYNAMIC => descriptor.stride(b, dimension),
                stride => b.constant_index(index_type, stride),
            };
            step = b.create_value(llvm::Mul::build(step, stride).overflowFlags(overflow));
        }
        place = Some(match place {
            Some(before) => b.create_value(llvm::Add::build(before, step).overflowFlags(overflow)),
            None => step,
        });
    }
    Ok(match place {
        Some(place) => {
            let pointer = b.type_of(base);
            b.create_value(gep(base, element, &[place.into()], pointer).noWrapFlags(wrap))
        }
        None => base,
    })
}

/// The sizes, the strides and the total size of a contiguous memref.
struct Extent {
    sizes: Vec<Value>,
    strides: Vec<Value>,
    /// The total size, in bytes or in elements.
    size: Value,
}

/// Computes the sizes, strides and total size of a contiguous memref of type `ty`; `dynamic` are the sizes that the type leaves
/// open.
fn extent(b: &mut Rewriter<'_, '_>, ty: Type, dynamic: &[Value], in_bytes: bool) -> Result<Extent, NoMatch> {
    if !has_identity_layout(b.context(), ty) {
        return Err("incompatible memref type".into());
    }
    let shape = parts(b, ty)?.shape;
    let element = element(b, ty)?;
    let mut dynamic = dynamic.iter();
    let mut sizes = Vec::with_capacity(shape.len());
    for &size in &shape {
        sizes.push(match size {
            DYNAMIC => *dynamic.next().ok_or("a size is missing")?,
            size => index_constant(b, size),
        });
    }
    let mut running = index_constant(b, 1);
    let mut stride = 1i64;
    let mut strides = vec![running; shape.len()];
    for dimension in (0..shape.len()).rev() {
        strides[dimension] = running;
        let is_one = stride == 1;
        stride = tern_mlir::builtin::memref::product(stride, shape[dimension]);
        if shape[dimension] == DYNAMIC {
            stride = DYNAMIC;
        }
        running = match stride {
            _ if is_one => sizes[dimension],
            DYNAMIC => b.create_value(llvm::Mul::build(running, sizes[dimension])),
            stride => index_constant(b, stride),
        };
    }
    if in_bytes {
        let (pointer, index) = (b.converter().pointer(0), b.converter().index());
        let null = b.zero(pointer);
        let end = b.gep(null, element, &[running.into()]);
        running = b.create_value(llvm::PtrToInt::build(end, index));
    }
    Ok(Extent { sizes, strides, size: running })
}

/// Builds a descriptor of the converted type `ty` with an offset of 0.
fn descriptor_of(
    b: &mut Rewriter<'_, '_>,
    ty: Type,
    allocated: Value,
    aligned: Value,
    extent: &Extent,
) -> Value {
    let mut descriptor = MemRefDescriptor::poison(b, ty);
    descriptor.set_allocated(b, allocated);
    descriptor.set_aligned(b, aligned);
    descriptor.set_constant_offset(b, 0);
    for (dimension, &size) in extent.sizes.iter().enumerate() {
        descriptor.set_size(b, dimension, size);
    }
    for (dimension, &stride) in extent.strides.iter().enumerate() {
        descriptor.set_stride(b, dimension, stride);
    }
    descriptor.value
}
