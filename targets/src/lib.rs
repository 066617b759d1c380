//! The dialects of hardware: sets of instructions that LLVM knows as intrinsics. One folder or file for each, with each
//! operation's declaration and what it becomes in LLVM IR side by side.
//!
//! This crate uses what any crate can use to add a dialect to Tern: the [declaration
//! language](tern_dialect::declare) and [`tern_export::extension`]. `docs/EXTENDING.md` is a worked
//! example.

pub mod arm_neon;
pub mod arm_sme;
pub mod arm_sve;
pub mod constraints;
pub mod functions;
pub mod rocdl;

use tern_dialect::Context;
use tern_dialect::declare::Dialect;

/// The dialects of this crate.
pub static DIALECTS: &[&Dialect] =
    &[&arm_neon::DIALECT, &arm_sme::DIALECT, &arm_sve::DIALECT, &rocdl::DIALECT];

/// A context that knows the dialects of this crate besides those that every context knows.
pub fn context() -> Context {
    Context::extended(DIALECTS)
}
