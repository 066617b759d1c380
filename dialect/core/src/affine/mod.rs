//! The `affine` dialect: loops, conditions and memory accesses whose bounds and indices are affine expressions. Source:
//! `AffineOps.td`.

mod access;
mod compose;
mod folds;
pub mod ops;
mod parallel;
pub mod scope;
mod syntax;
mod verify;

pub use compose::{Applied, apply};
pub use ops::{
    Apply, DelinearizeIndex, For, If, LinearizeIndex, Load, Max, Min, Parallel, Prefetch, Store, VectorLoad,
    VectorStore, Yield,
};

use tern_mlir::affine::IntegerSet;
use tern_mlir::declare::Dialect;
use tern_mlir::inlining::Inlinable;
use tern_mlir::{AttrKind, OpRef, Value};

use crate::memref::types::{Mixed, mixed};
pub use parallel::parallel_bounds;

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: ops::OPERATIONS,
    interfaces: &[&Inlinable::ALL, &folds::FOLDS],
    ..Dialect::new("affine")
};

/// The basis for this number of digits, from its static and dynamic parts, without its optional first element, which has no effect.
pub fn digits(numbers: Vec<i64>, values: &[Value], count: usize) -> Vec<Mixed> {
    let mut basis = mixed(numbers, values);
    if !basis.is_empty() && basis.len() == count {
        basis.remove(0);
    }
    basis
}

/// The integer set of `affine.if`.
pub fn condition<'a>(op: OpRef<'a>) -> Option<&'a IntegerSet> {
    match If::unverified(op)?.condition()?.kind(op.context) {
        AttrKind::IntegerSet(set) => Some(set),
        _ => None,
    }
}
