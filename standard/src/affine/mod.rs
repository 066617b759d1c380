//! The `affine` dialect: loops, conditions and accesses whose bounds and places are affine in what is around. Source:
//! `AffineOps.td`.

pub mod ops;
pub mod scope;
mod syntax;
mod verify;

use tern_dialect::affine::{AffineMap, IntegerSet};
use tern_dialect::declare::Dialect;
use tern_dialect::{AttrKind, OpRef};

/// The dialect.
pub static DIALECT: Dialect = Dialect { operations: ops::OPERATIONS, ..Dialect::new("affine") };

/// The map that an operation has as the attribute `name`.
pub fn map<'a>(op: OpRef<'a>, name: &'static str) -> Option<&'a AffineMap> {
    match op.property(name)?.kind(op.context) {
        AttrKind::AffineMap(map) => Some(map),
        _ => None,
    }
}

/// The condition of `affine.if`.
pub fn condition<'a>(op: OpRef<'a>) -> Option<&'a IntegerSet> {
    match op.property("condition")?.kind(op.context) {
        AttrKind::IntegerSet(set) => Some(set),
        _ => None,
    }
}
