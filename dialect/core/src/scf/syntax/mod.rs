//! Hand-written parsers and printers of `scf`, for operations without an assembly format.

pub(super) mod conditions;
pub(super) mod forall;
pub(super) mod loops;
pub(super) mod parallel;
