//! The folders of operations, one file for each dialect.

mod affine;
mod arith;
mod arith_floats;
mod builtin;
mod complex;
mod index;
mod integers;
mod llvm;
pub(crate) mod memref;
pub(crate) mod vector;

use crate::conversion::Folds;

/// The folders of all dialects.
pub static ALL: &[&Folds] = &[
    &affine::FOLDS,
    &arith::FOLDS,
    &builtin::FOLDS,
    &complex::FOLDS,
    &index::FOLDS,
    &llvm::FOLDS,
    &memref::FOLDS,
    &vector::FOLDS,
];
