//! The operations of `scf`, grouped by topic.

pub mod conditions;
pub mod loops;
pub mod parallel;
