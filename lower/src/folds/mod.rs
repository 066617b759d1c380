//! Foldings of operations, one file for each dialect.

mod affine;
mod arith;
mod arith_floats;
mod complex;
mod index;
mod integers;
pub(crate) mod memref;
pub(crate) mod vector;

use crate::conversion::Folds;

/// All of them.
pub static ALL: &[&Folds] =
    &[&affine::FOLDS, &arith::FOLDS, &complex::FOLDS, &index::FOLDS, &memref::FOLDS, &vector::FOLDS];
