//! Random programs on memrefs: their text in MLIR, a model of their behaviour, and a driver that runs them.
//!
//! A [`Program`] is generated from [`Choices`], a list of numbers: fewer or smaller numbers make a simpler program, so
//! shrinking the numbers shrinks the program. Sizes, strides and indices are chosen such that every access is in bounds and
//! every element is written before it is read. The types are random: each size, stride and offset may be static or dynamic.
//!
//! * [`text`](mod@text) prints a program in `func`, `memref`, `scf`, `arith` and `complex`;
//! * [`model`] interprets it on plain vectors;
//! * [`skeleton`] extracts the part of the `llvm` dialect that must survive LLVM IR;
//! * [`driver`] generates LLVM IR that calls the program with a [`Convention`] and prints the results, and the expected output.

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

/// Reads a number from the environment.
///
/// # Panics
///
/// If the variable is set to something else.
pub fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().unwrap_or_else(|_| panic!("{name} is not a number")))
}

/// The number of cases to try: `TERN_CASES`, or `usual`.
///
/// # Panics
///
/// If `TERN_CASES` is not a number.
pub fn cases(usual: u32) -> u32 {
    number("TERN_CASES").map_or(usual, |cases| u32::try_from(cases).unwrap_or(u32::MAX))
}
