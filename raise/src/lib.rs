//! The way back from `convert-func-to-llvm`: memrefs are recognised in a module of the `llvm` dialect, as it was imported, and
//! restored in the signatures of functions.
//!
//! MLIR hands over a ranked memref as the fields of its descriptor: two pointers, the offset, the sizes, the strides. [`raise`] looks
//! for such groups among parameters:
//!
//! * a function builds a descriptor of them, and of nothing else;
//! * a caller takes them out of a descriptor, among them the wrappers for C, `_mlir_ciface_…`;
//! * a function returns a descriptor, alone or packed with other results.
//!
//! LLVM IR does not say what the elements are, but accesses do: what is loaded and stored through the aligned pointer of a
//! descriptor, here or in functions that it is handed over to ([`elements`]). Sizes, strides and the offset are all in the
//! descriptor, so that the type that is restored leaves them open: `memref<?xf32, strided<[?], offset: ?>>`.
//!
//! A signature is restored where that is complete, and where lowering it gives the same LLVM IR back, which is not argued but
//! [tried](check). The rest of the body stays in the `llvm` dialect, and `builtin.unrealized_conversion_cast` is between the two.

pub mod check;
pub mod descriptor;
pub mod elements;
pub mod program;
pub mod report;
mod rewrite;

use tern_mlir::{Context, Module};

pub use report::Report;

/// A module with memrefs in signatures, and what was recognised.
#[derive(Clone, Debug)]
pub struct Raised {
    /// The module.
    pub module: Module,
    /// What was recognised and what was restored of it.
    pub report: Report,
}

/// Recognises memrefs in a module of the `llvm` dialect and restores those in signatures for which the evidence is complete.
///
/// The module must be valid. Where nothing is recognised, it stays as it is.
pub fn raise(context: &Context, module: &Module) -> Raised {
    let program = program::Program::of(context, module);
    let mut plan = program.plan();
    let module = check::raised(&program, &mut plan);
    Raised { module, report: Report::of(&program, &plan) }
}
