//! The `complex` dialect: complex numbers. Source: `ComplexOps.td`, `ComplexAttributes.td`.

mod number;
mod operations;
mod verify;

pub use number::NUMBER;
pub use operations::{Bitcast, Constant, Create, Im, Powi, Re};

use tern_mlir::declare::{Dialect, OpDef, concat};
use tern_mlir::{Context, Type, TypeKind};

/// The declaration of the dialect.
pub static DIALECT: Dialect =
    Dialect { operations: OPERATIONS, attributes: number::ATTRIBUTES, ..Dialect::new("complex") };

static OPERATIONS: &[&OpDef] = &concat!(&OpDef; operations::TABLE, operations::OPERATIONS);

/// The type of the parts of a complex number.
pub fn part(context: &Context, ty: Type) -> Option<Type> {
    match ty.kind(context) {
        TypeKind::Complex(part) => Some(*part),
        _ => None,
    }
}
