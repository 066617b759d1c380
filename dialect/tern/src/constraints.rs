//! Type constraints of this dialect: those of the dialect `llvm` without the exceptions that MLIR makes for vectors of `ppc_fp128`
//! and of types of a target.

use tern_dialect_llvm::constraints::{is_compatible, is_float, is_integer};
use tern_dialect_llvm::types;
use tern_mlir::declare::type_constraints;
use tern_mlir::{Context, Type, TypeKind};

type_constraints! {
    /// A floating point type or a vector of one, `ppc_fp128` included.
    FLOAT_OR_VECTOR = "floating point LLVM type or vector of floating point LLVM type",
        |c, t| is_float(c, vector_element(c, t).unwrap_or(t));

    /// An integer or a vector of integers.
    INTEGER_OR_VECTOR = "signless integer or vector of signless integer",
        |c, t| is_integer(c, vector_element(c, t).unwrap_or(t));

    /// A vector. Vectors of a type of a target are structs, see `docs/MAPPING.md`.
    VECTOR = "LLVM vector type or the struct that stands for one", is_vector;

    /// A type that values can have, such vectors included.
    VALUE = "LLVM dialect-compatible type or vector of one", is_value;
}

/// The element type of a vector of one dimension.
fn vector_element(context: &Context, ty: Type) -> Option<Type> {
    match ty.kind(context) {
        TypeKind::Vector { shape, element, .. } if shape.len() == 1 => Some(*element),
        _ => None,
    }
}

fn is_vector(context: &Context, ty: Type) -> bool {
    vector_element(context, ty).is_some() || types::is_struct(context, ty)
}

fn is_value(context: &Context, ty: Type) -> bool {
    is_compatible(context, vector_element(context, ty).unwrap_or(ty))
}
