//! Small helpers on types that many patterns use.

use tern_dialect_llvm::types::{array, array_parts};
use tern_mlir::{Context, Type, TypeKind};

/// `i1` in the shape of `like`: a scalar, a vector, or nested arrays of vectors.
pub fn boolean_like(context: &Context, like: Type) -> Type {
    with_element(context, like, context.common.i1)
}

/// The type `element` in the shape of `like`, which is a scalar, a vector or an array of vectors.
pub fn with_element(context: &Context, like: Type, element: Type) -> Type {
    if let Some((inner, length)) = array_parts(context, like) {
        return array(context, with_element(context, inner, element), length);
    }
    match like.kind(context) {
        TypeKind::Vector { shape, scalable, .. } => {
            let (shape, scalable) = (shape.clone(), scalable.clone());
            context.ty(TypeKind::Vector { shape, scalable, element })
        }
        _ => element,
    }
}

/// The type `vector<length x element>`.
pub fn vector(context: &Context, length: i64, element: Type) -> Type {
    context.ty(TypeKind::Vector { shape: [length].into(), scalable: [false].into(), element })
}
