//! Verifiers of `memref`, for rules that the declarations do not express. Messages are worded as in MLIR.

pub(super) mod access;
pub(super) mod allocation;
pub(super) mod metadata;
pub(super) mod reassociation;
pub(super) mod slices;
pub(super) mod symbol;
pub(super) mod transfer;
pub(super) mod view;

use tern_mlir::asm::type_to_string;
use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::{OpRef, Type, Value};

/// The decoded memref type of a value.
fn memref_of(op: OpRef<'_>, value: Value) -> Option<MemRefType<'_>> {
    MemRefType::of(op.context, op.type_of(value))
}

/// The text of a type in diagnostics.
fn show(op: OpRef<'_>, ty: Type) -> String {
    format!("'{}'", type_to_string(op.context, ty))
}
