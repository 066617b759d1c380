//! Foldings of operations, one file for each dialect.

use crate::conversion::Folds;

/// All of them.
pub static ALL: &[&Folds] = &[];
