//! What operations demand beyond what their declarations say. Messages are worded as MLIR's.

pub(super) mod conditions;
pub(super) mod loops;
pub(super) mod parallel;
