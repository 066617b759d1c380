//! Foldings of operations, one file for each dialect.

pub(crate) mod vector;

use crate::conversion::Folds;

/// All of them.
pub static ALL: &[&Folds] = &[&vector::FOLDS];
