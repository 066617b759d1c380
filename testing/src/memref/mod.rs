//! Random programs on memrefs: their text in MLIR, a model of their behaviour, and a driver that runs them.
//!
//! A [`Program`] is generated from [`Choices`](crate::Choices). Sizes, strides and indices are chosen such that every access is in bounds and
//! every element is written before it is read. The types are random: each size, stride and offset may be static or dynamic.
//!
//! * [`text`](mod@text) prints a program in `func`, `memref`, `scf`, `arith` and `complex`;
//! * [`model`] interprets it on plain vectors;
//! * [`skeleton`] extracts the part of the `llvm` dialect that must survive LLVM IR;
//! * [`driver`] generates LLVM IR that calls the program with a [`Convention`] and prints the results, and the expected output.

pub mod driver;
pub mod element;
pub mod generate;
pub mod memref_type;
pub mod model;
pub mod program;
pub mod skeleton;
pub mod text;

pub use driver::Convention;
pub use generate::{Options, generate};
pub use program::Program;
