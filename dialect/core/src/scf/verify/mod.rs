//! Verifiers of `scf`, for rules that the declarations do not express. Messages are worded as in MLIR.

pub(super) mod conditions;
pub(super) mod loops;
pub(super) mod parallel;
