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

/// What each index adds. `None` if the element is a vector, or its size is not known.
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
                let field = usize::try_from(Integer::of(module, index.constant()?)?.unsigned()).ok()?;
                let offset = sizes.field_offset(ty, field)?;
                ty = module.types.element(ty, field as u64)?;
                return Some(Offset::Field(offset));
            }
            let TypeKind::Array { element, .. } = *module.types.kind(ty) else { return None };
            ty = element;
        }
        let size = sizes.allocated(ty).filter(|_| !sizes.is_scalable(ty))?;
        Some(Offset::Times(index, size))
    };
    indices.into_iter().enumerate().map(offset).collect()
}
