//! Conversion of `func` to `llvm`: functions, calls and returns. Each calling convention is in one module.
//!
//! | convention | where |
//! |---|---|
//! | several results, or a result converted to several values, become one struct | `results` |
//! | a ranked memref is passed as the fields of its descriptor, and returned as the descriptor | `function`, `call` |
//! | an unranked memref is passed as rank and pointer; a returned one is copied through the heap | `unranked` |
//! | bare pointers: a memref of static shape is passed as its aligned pointer | `bare_pointers` |
//! | wrappers callable from C, `_mlir_ciface_…` | `c_interface` |
//!
//! Source: MLIR's "LLVM IR Target", Calling Conventions.

mod bare_pointers;
mod c_interface;
mod call;
mod function;
mod results;
mod unranked;

use tern_dialect_core::func;
use tern_dialect_llvm::ops as llvm;
use tern_mlir::rewrite::Builder;
use tern_mlir::{Attribute, Context, TypeKind};

use crate::conversion::{Adaptor, NoMatch, Patterns, Rewrite, Rewriter};

/// Adds the patterns of the dialect.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[func::Func::NAME], function::convert);
    patterns.on_several(&[func::Call::NAME], call::convert);
    patterns.on_several(&[func::CallIndirect::NAME], call::convert_indirect);
    patterns.on_several(&[func::Return::NAME], results::convert);
    patterns.on(&[func::Constant::NAME], constant);
}

/// Converts `func.constant` to `llvm.mlir.addressof`.
fn constant(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = b.converted_result(op.op)?;
    let name = func::Constant::expect(b.original(op)).value();
    b.replace_by(op.op, llvm::AddressOf::build(name, ty));
    Ok(())
}

/// The attribute that requests bare pointers for a function, independent of the options of the pass.
const BARE_POINTERS: &str = "llvm.bareptr";

/// Whether a function with these discardable attributes uses bare pointers.
fn takes_bare_pointers(b: &Rewriter<'_, '_>, attributes: Option<Attribute>) -> bool {
    let asks = attributes.and_then(|all| all.entry(b.context(), BARE_POINTERS)).is_some();
    asks || b.converter().options.bare_pointers
}

fn is_memref(context: &Context, ty: tern_mlir::Type) -> bool {
    matches!(ty.kind(context), TypeKind::MemRef { .. })
}

fn is_unranked_memref(context: &Context, ty: tern_mlir::Type) -> bool {
    matches!(ty.kind(context), TypeKind::UnrankedMemRef { .. })
}

/// The error for unranked memrefs under the bare pointer convention.
fn unranked_under_bare_pointers() -> NoMatch {
    "an unranked memref cannot be handed over as a bare pointer".into()
}
