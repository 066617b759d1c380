//! What operations demand beyond what their declarations say. Messages are worded as MLIR's.

pub(super) mod contraction;
pub(super) mod masking;
pub(super) mod memory;
pub(super) mod shape;
pub(super) mod slices;
pub(super) mod transfer;

use tern_mlir::{Attribute, OpRef};

/// What is wrong: the first rule that does not hold.
pub(super) type Checked = Result<(), String>;

/// Fails with `message` unless `holds`.
fn ensure(holds: bool, message: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(message()) }
}

/// An operation is not made as its declaration says, which others report.
const MALFORMED: &str = "is malformed";

fn required<T>(value: Option<T>) -> Result<T, String> {
    value.ok_or_else(|| MALFORMED.to_owned())
}

/// The inherent attribute `name`, which the declaration demands.
fn attribute(op: OpRef<'_>, name: &'static str) -> Result<Attribute, String> {
    required(op.property_or_default(name))
}

/// The numbers of a dense array that the declaration demands.
fn numbers(op: OpRef<'_>, name: &'static str) -> Result<Vec<i64>, String> {
    required(attribute(op, name)?.as_dense_i64(op.context))
}

/// Declares verifiers that report what their rules say is wrong.
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
