//! Programs over memrefs, made at random: what they are in MLIR, what they compute, and a driver that runs them.
//!
//! A [`Program`] is made of [`Choices`], a list of numbers: fewer or smaller numbers make a simpler program, so that a test that
//! shrinks the numbers shrinks the program. Sizes, strides and indices of a program are such that every access is within bounds and
//! every element is written before it is read; what is left open is the type: of every size, stride and offset, whether it is
//! static.
//!
//! * [`text`](mod@text) prints a program in `func`, `memref`, `scf`, `arith` and `complex`;
//! * [`model`] computes what it does, on plain vectors;
//! * [`skeleton`] is what of the `llvm` dialect must survive LLVM IR;
//! * [`driver`] is LLVM IR that calls it as a [`Convention`] has it and prints what it did, and says what is to be printed.

pub mod driver;
pub mod element;
pub mod generate;
pub mod memref;
pub mod model;
pub mod program;
pub mod skeleton;
pub mod text;

pub use driver::Convention;
pub use generate::{Choices, Options, generate};
pub use program::Program;

/// A number from the environment.
///
/// # Panics
///
/// Panics if it is none.
pub fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().unwrap_or_else(|_| panic!("{name} is no number")))
}

/// How many cases to try: `TERN_CASES`, or as many as a test takes by itself.
///
/// # Panics
///
/// Panics if `TERN_CASES` is no number.
pub fn cases(usual: u32) -> u32 {
    number("TERN_CASES").map_or(usual, |cases| u32::try_from(cases).unwrap_or(u32::MAX))
}
