//! Hand-written parsers and printers of `vector`, for operations without an assembly format.

pub(super) mod contraction;
pub(super) mod masking;
pub(super) mod transfer;
