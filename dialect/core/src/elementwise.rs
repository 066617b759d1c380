//! Type constraints of elementwise operations: scalars, and vectors and tensors of them.
//!
//! Source: MLIR's `CommonTypeConstraints.td`, `TypeOrValueSemanticsContainer`.

use tern_mlir::declare::type_constraints;
use tern_mlir::types::Signedness;
use tern_mlir::{Context, Type, TypeKind};

type_constraints! {
    /// `BoolLike`.
    BOOL_LIKE = "bool-like", |c, t| is_container_of(c, t, |c, t| t == c.common.i1);

    /// `SignlessIntegerOrIndexLike`.
    INTEGER_LIKE = "signless-integer-like", |c, t| is_container_of(c, t, is_integer_or_index);

    /// `SignlessFixedWidthIntegerLike`.
    FIXED_WIDTH_INTEGER_LIKE = "signless-fixed-width-integer-like", |c, t| is_container_of(c, t, is_integer);

    /// `FloatLike`.
    FLOAT_LIKE = "floating-point-like", |c, t| is_container_of(c, t, is_float);
}

/// Whether a type satisfies `element`, or is a vector or tensor of such a type.
pub fn is_container_of(context: &Context, ty: Type, element: fn(&Context, Type) -> bool) -> bool {
    let of_element = match ty.kind(context) {
        TypeKind::Vector { element, .. }
        | TypeKind::RankedTensor { element, .. }
        | TypeKind::UnrankedTensor(element) => *element,
        _ => ty,
    };
    element(context, of_element)
}

/// Whether a type is a signless integer.
pub fn is_integer(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Integer { signedness: Signedness::Signless, .. })
}

/// Whether a type is a signless integer or `index`.
pub fn is_integer_or_index(context: &Context, ty: Type) -> bool {
    ty == context.common.index || is_integer(context, ty)
}

/// Whether a type is a floating point number.
pub fn is_float(context: &Context, ty: Type) -> bool {
    matches!(ty.kind(context), TypeKind::Float(_))
        || ty.declared(context, &tern_dialect_llvm::types::PPC_FP128).is_some()
}
