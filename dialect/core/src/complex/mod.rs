//! The `complex` dialect: complex numbers. Source: `ComplexOps.td`, `ComplexAttributes.td`.

mod folds;
mod number;
mod operations;
mod verify;

pub use number::NUMBER;

pub use operations::{
    Abs, Add, Angle, Atan2, Bitcast, Conj, Constant, Cos, Create, Div, Equal, Exp, Expm1, Im, Log, Log1p,
    Mul, Neg, NotEqual, Pow, Powi, Re, Rsqrt, Sign, Sin, Sqrt, Sub, Tan, Tanh,
};

use tern_dialect_llvm::ConvertsToLlvm;
use tern_mlir::declare::{Dialect, OpDef, concat};
use tern_mlir::inlining::Inlinable;
use tern_mlir::{Context, Type, TypeKind};

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    attributes: number::ATTRIBUTES,
    interfaces: &[&Inlinable::ALL, &folds::FOLDS, &ConvertsToLlvm(None)],
    ..Dialect::new("complex")
};

static OPERATIONS: &[&OpDef] = &concat!(&OpDef; operations::TABLE, operations::OPERATIONS);

/// The type of the parts of a complex number.
pub fn part(context: &Context, ty: Type) -> Option<Type> {
    match ty.kind(context) {
        TypeKind::Complex(part) => Some(*part),
        _ => None,
    }
}
