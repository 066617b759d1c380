//! The reverse of `convert-func-to-llvm`: recognizes memrefs in an imported module of the `llvm` dialect, and restores them in
//! the signatures of functions.
//!
//! MLIR passes a ranked memref as the fields of its descriptor: two pointers, the offset, the sizes, the strides. [`raise`]
//! recognizes such groups of parameters by evidence:
//!
//! * a function builds a descriptor from them, and from nothing else;
//! * a caller, such as a C wrapper `_mlir_ciface_…`, extracts them from a descriptor;
//! * a function returns a descriptor, alone or packed with other results.
//!
//! LLVM IR does not state the element type. It is inferred from loads and stores through the aligned pointer of a descriptor,
//! in the function or in those that it is passed to ([`elements`]). All sizes, strides and the offset are stored in the
//! descriptor, so the restored type leaves them dynamic: `memref<?xf32, strided<[?], offset: ?>>`.
//!
//! A signature is restored if the evidence is complete, and if lowering it gives the same LLVM IR; the latter is [tested by
//! doing it](check). The rest of the body stays in the `llvm` dialect, with `builtin.unrealized_conversion_cast` in between.

pub mod check;
pub mod descriptor;
pub mod elements;
pub mod program;
pub mod report;
mod rewrite;

use tern_mlir::{Context, Module};

pub use report::Report;

/// A module with memrefs in its signatures, and a report.
#[derive(Clone, Debug)]
pub struct Raised {
    /// The raised module.
    pub module: Module,
    /// The recognized memrefs, and which of them were restored.
    pub report: Report,
}

/// Recognizes memrefs in a module of the `llvm` dialect, and restores those in signatures for which the evidence is complete.
///
/// The module must be valid. If nothing is recognized, it is returned unchanged.
pub fn raise(context: &Context, module: &Module) -> Raised {
    let program = program::Program::of(context, module);
    let mut plan = program.plan();
    let module = check::raised(&program, &mut plan);
    Raised { module, report: Report::of(&program, &plan) }
}
