//! Building blocks for tests on LLVM IR and MLIR: generators of well-typed modules, mutations of texts, and a property runner.
//!
//! All randomness comes from [`Choices`], a sequence of numbers that is generated from a seed, decoded from the bytes of a
//! fuzzer, or shrunk by proptest. Smaller numbers give smaller modules, and after the end of the sequence every choice is the
//! simplest one. So failures shrink without support by the generators: [`choices::strategy`] is a proptest strategy for any of
//! them.
//!
//! ```
//! use tern_testing::{Choices, llvm};
//! let module = llvm::module(&mut Choices::from_seed(7), &llvm::Options::default());
//! let again = llvm::module(&mut Choices::from_seed(7), &llvm::Options::default());
//! assert_eq!(tern_llvm_ir::write(&module), tern_llvm_ir::write(&again));
//! ```
//!
//! [`llvm`] generates modules of LLVM IR that LLVM's verifier accepts, [`dialect`] modules of MLIR's `llvm`
//! dialect and operations of any others, [`memref`] programs on memrefs.
//! [`constructs`] lists the constructs of LLVM IR in a module. [`mutants`] changes modules, mostly to wrong ones. [`relayout`] changes the layout of texts. [`property`] runs a
//! property on many cases (`TERN_CASES`), in batches if the oracle is a process, and shrinks and stores failures.

pub mod bitcode;
pub mod canonical;
pub mod choices;
pub mod constructs;
pub mod dialect;
pub mod integers;
pub mod llvm;
pub mod memref;
pub mod mutants;
pub mod mutate;
pub mod property;
pub mod relayout;
pub mod runnable;

pub use choices::Choices;
