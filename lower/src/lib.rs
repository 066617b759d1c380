//! Passes that transform modules of MLIR, and the pipelines that run them.
//!
//! * A [`Pass`] transforms an operation and everything nested in it. A [`PassDef`] declares the pass: its name, its options,
//!   and the operation that it runs on.
//! * A [`Registry`] looks up passes by name. [`Registry::default`] holds Tern's own; others can be [added](Registry::add).
//! * A [`Pipeline`] is an ordered list of passes, nested by the operations that they run on. It is parsed from the text that
//!   `mlir-opt --pass-pipeline` takes, or built pass by pass; [`run`](Pipeline::run) applies it to a module.
//!
//! ```
//! use tern_mlir::{Context, asm};
//! use tern_lower::{Pipeline, Registry};
//!
//! let context = Context::new(tern_dialect_llvm::DIALECTS);
//! let text = b"llvm.func @f()";
//! let mut module = asm::parse(&context, "f.mlir", text, &asm::ParseOptions::default()).unwrap();
//! let pipeline = Pipeline::parse("builtin.module(strip-debuginfo)", &Registry::default()).unwrap();
//! let ran = pipeline.run(&context, &mut module, true);
//! assert!(ran.succeeded && ran.diagnostics.is_empty());
//! ```

pub mod arith;
pub mod cf;
pub mod complex;
pub mod conversion;
pub mod effects;
pub mod func;
pub mod greedy;
pub mod index;
pub mod math;
pub mod memref;
mod options;
mod pass;
pub mod passes;
mod pipeline;
mod registry;
mod run;
pub mod to_llvm;
pub mod transform;
pub mod ub;
mod unrolling;

pub use options::{OptionDecl, OptionKind, OptionValues};
pub use pass::{Failed, Pass, PassDef, Target};
pub use pipeline::{Pipeline, PipelineError, Step};
pub use registry::Registry;
pub use run::{Ran, Timing};
