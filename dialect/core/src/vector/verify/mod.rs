//! Verifiers of `vector`, for rules that the declarations do not express. Messages are worded as in MLIR.

pub(super) mod contraction;
pub(super) mod masking;
pub(super) mod memory;
pub(super) mod shape;
pub(super) mod slices;
pub(super) mod transfer;

use tern_mlir::{OpRef, Type, Value};

use super::types::{VectorType, shaped};

/// The result of a check; the error is the message of the first violated rule.
pub(super) type Checked = Result<(), String>;

/// Fails with `message` unless `holds` is true.
fn ensure(holds: bool, message: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(message()) }
}

/// The message for an operation that does not match its declaration, which is reported elsewhere.
const MALFORMED: &str = "is malformed";

fn required<T>(value: Option<T>) -> Result<T, String> {
    value.ok_or_else(|| MALFORMED.to_owned())
}

/// The type of a value, if it is a vector.
fn vector_of(op: OpRef<'_>, value: Value) -> Option<VectorType> {
    VectorType::of(op.context, op.type_of(value))
}

/// The type of a value that the declaration requires to be a vector.
fn vector(op: OpRef<'_>, value: Value) -> Result<VectorType, String> {
    required(vector_of(op, value))
}

/// The shape and the element type of a value that the declaration requires to have them.
fn shape_of(op: OpRef<'_>, value: Value) -> Result<(&[i64], Type), String> {
    required(shaped(op.context, op.type_of(value)))
}

/// Declares verifiers that report the error of a check.
macro_rules! verifiers {
    ($($name:ident: $op:ident = $rules:ident;)+) => {$(
        pub(in crate::vector) fn $name(
            verifier: &mut tern_mlir::verify::Verifier<'_>,
            op: crate::vector::$op<tern_mlir::declare::View<'_>>,
        ) {
            if let Err(message) = $rules(op) {
                verifier.error(*op.0, message);
            }
        }
    )+};
}
use verifiers;
