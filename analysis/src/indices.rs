//! What the indices of a `getelementptr` add to its base. Source: LangRef, `getelementptr`.

use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{Module, Type, TypeKind, Value};

use crate::integers::Integer;

/// What an index adds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Offset {
    /// The offset of a field, in bytes.
    Field(u64),
    /// The index, taken as signed, times a number of bytes.
    Times(Value, u64),
}

/// The integer that an index is, in each element if it is a vector.
pub(crate) fn constant(module: &Module, index: Value) -> Option<Integer> {
    let constant = index.constant()?;
    Integer::of(module, constant)
        .or_else(|| Integer::of(module, module.constants.splat(&module.types, constant)?))
}

/// What each index adds, for each pointer if the indices are vectors. `None` if the size of an element is not known.
pub(crate) fn offsets(
    module: &Module,
    sizes: &Sizes<'_>,
    element: Type,
    indices: impl IntoIterator<Item = Value>,
) -> Option<Vec<Offset>> {
    let mut ty = element;
    let offset = |(at, index): (usize, Value)| {
        if at > 0 {
            if module.types.struct_fields(ty).is_some() {
                let field = usize::try_from(constant(module, index)?.unsigned()).ok()?;
                let offset = sizes.field_offset(ty, field)?;
                ty = module.types.element(ty, field as u64)?;
                return Some(Offset::Field(offset));
            }
            let is_vector = matches!(module.types.kind(ty), TypeKind::Vector { .. });
            ty = module.types.element(ty, 0)?;
            if is_vector {
                // Elements of vectors have no padding between them.
                let bits = sizes.bits(ty).filter(|bits| bits % 8 == 0)?;
                return Some(Offset::Times(index, bits / 8));
            }
        }
        let size = sizes.allocated(ty).filter(|_| !sizes.is_scalable(ty))?;
        Some(Offset::Times(index, size))
    };
    indices.into_iter().enumerate().map(offset).collect()
}
