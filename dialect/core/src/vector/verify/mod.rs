//! Verifiers of `vector`, for rules that the declarations do not express. Messages are worded as in MLIR.

pub(super) mod contraction;
pub(super) mod masking;
pub(super) mod memory;
pub(super) mod shape;
pub(super) mod slices;
pub(super) mod transfer;

use tern_mlir::{Attribute, OpRef};

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

/// The required inherent attribute `name`.
fn attribute(op: OpRef<'_>, name: &'static str) -> Result<Attribute, String> {
    required(op.property_or_default(name))
}

/// The numbers of a required dense array.
fn numbers(op: OpRef<'_>, name: &'static str) -> Result<Vec<i64>, String> {
    required(attribute(op, name)?.as_dense_i64(op.context))
}

/// Declares verifiers that report the error of a check.
macro_rules! verifiers {
    ($($name:ident = $rules:ident;)+) => {$(
        pub(in crate::vector) fn $name(
            verifier: &mut tern_mlir::verify::Verifier<'_>,
            op: tern_mlir::OpRef<'_>,
        ) {
            if let Err(message) = $rules(op) {
                verifier.error(op, message);
            }
        }
    )+};
}
use verifiers;
