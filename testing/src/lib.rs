//! What tests of LLVM IR and MLIR are made of: generators of well-typed modules, mutations of texts, and a runner of properties.
//!
//! All randomness comes from [`Choices`], a sequence of numbers that is drawn from a seed, taken from the bytes of a fuzzer or
//! shrunk by proptest. Smaller numbers make smaller modules, and where the sequence ends all choices are the simplest, so that
//! what a test fails on shrinks by itself: [`choices::strategy`] is a proptest strategy for any generator.
//!
//! ```
//! use tern_testing::{Choices, llvm};
//! let module = llvm::module(&mut Choices::from_seed(7), &llvm::Options::default());
//! let again = llvm::module(&mut Choices::from_seed(7), &llvm::Options::default());
//! assert_eq!(tern_llvm_ir::write(&module), tern_llvm_ir::write(&again));
//! ```
//!
//! [`llvm`] makes modules of LLVM IR that LLVM's verifier accepts, [`dialect`] modules of MLIR's `llvm` dialect; [`constructs`] says
//! which constructs of LLVM IR a module has. [`relayout`] lays texts out anew. [`property`] runs a property on as many cases as `TERN_CASES`
//! says, in batches where the oracle is a process, shrinks what fails and keeps it in a file.

pub mod canonical;
pub mod choices;
pub mod constructs;
pub mod dialect;
pub mod integers;
pub mod llvm;
pub mod mutate;
pub mod property;
pub mod relayout;
pub mod runnable;

pub use choices::Choices;
