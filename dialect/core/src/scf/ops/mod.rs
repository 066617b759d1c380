//! The operations, by what they are about.

pub mod conditions;
pub mod loops;
pub mod parallel;
