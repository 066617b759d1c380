//! Assembles memref descriptors from the values that functions take in their place.

use tern_mlir::rewrite::Builder;
use tern_mlir::{Type, TypeKind, Value, ValueDef};

use super::builder::LlvmBuilder;
use super::memref_descriptor::MemRefDescriptor;
use super::rewriter::Rewriter;
use super::type_converter::{Materialization, TypeConverter};
use super::unranked_descriptor::UnrankedMemRefDescriptor;

/// Builds a descriptor from its fields, or from a bare pointer. `None` if something else is wanted.
pub(super) fn materialize<'c>(
    converter: &TypeConverter<'c>,
    b: &mut Rewriter<'_, 'c>,
    wanted: Materialization<'_>,
) -> Option<Value> {
    // The wanted type is a descriptor, or the memref that it represents.
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

/// Builds the descriptor of type `memref` from the function arguments that represent it.
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
            // Bare pointers occur only as arguments of functions.
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
