//! Syntax that no assembly format says.

pub(super) mod conditions;
pub(super) mod forall;
pub(super) mod loops;
pub(super) mod parallel;
