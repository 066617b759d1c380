//! Syntax that no assembly format says.

pub(super) mod contraction;
pub(super) mod masking;
pub(super) mod transfer;
