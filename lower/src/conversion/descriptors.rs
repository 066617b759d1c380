//! How memrefs are made of what functions take for them.

use tern_mlir::{Type, TypeKind, Value, ValueDef};

use super::builder::Builder;
use super::memref_descriptor::MemRefDescriptor;
use super::rewriter::Rewriter;
use super::type_converter::{Materialization, TypeConverter};
use super::unranked_descriptor::UnrankedMemRefDescriptor;

/// Puts descriptors together of their fields, or around a bare pointer; `None` where that is not what is wanted.
pub(super) fn materialize<'c>(
    converter: &TypeConverter<'c>,
    b: &mut Rewriter<'_, 'c>,
    wanted: Materialization<'_>,
) -> Option<Value> {
    // What is wanted is a descriptor, or the memref that it stands for.
    let memref = wanted.original.unwrap_or(wanted.result);
    let is_memref =
        matches!(memref.kind(b.context()), TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. });
    if !is_memref {
        return None;
    }
    let descriptor = pack(converter, b, memref, wanted.inputs)?;
    Some(match wanted.original {
        Some(_) => descriptor,
        None => b.unrealized_cast(&[descriptor], memref),
    })
}

/// The descriptor for the memref type `memref` of the values that functions take for it.
fn pack<'c>(
    converter: &TypeConverter<'c>,
    b: &mut Rewriter<'_, 'c>,
    memref: Type,
    inputs: &[Value],
) -> Option<Value> {
    let ty = converter.convert(memref)?;
    match (memref.kind(b.context()), inputs) {
        (TypeKind::UnrankedMemRef { .. }, &[rank, descriptor]) => {
            Some(UnrankedMemRefDescriptor::pack(b, ty, rank, descriptor).value)
        }
        (TypeKind::MemRef { .. }, &[pointer]) => {
            // Pointers are bare only where they are arguments of functions.
            let ValueDef::Argument(..) = b.body().value_def(pointer) else { return None };
            tern_dialect_llvm::types::address_space(b.context(), b.type_of(pointer))?;
            Some(MemRefDescriptor::from_static_shape(b, converter, memref, pointer, pointer)?.value)
        }
        (TypeKind::MemRef { .. }, fields) if fields.len() >= 3 => {
            Some(MemRefDescriptor::pack(b, ty, fields).value)
        }
        _ => None,
    }
}
