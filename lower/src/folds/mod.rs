//! Foldings of operations, one file for each dialect.

mod arith;
mod arith_floats;
mod integers;
pub(crate) mod vector;

use crate::conversion::Folds;

/// All of them.
pub static ALL: &[&Folds] = &[&arith::FOLDS, &vector::FOLDS];
