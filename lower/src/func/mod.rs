//! `func` to `llvm`: functions, calls, and what they hand over; each calling convention in one place.
//!
//! | convention | where |
//! |---|---|
//! | several results, or several values that stand for one, become one struct | `results` |
//! | a ranked memref is handed over as the fields of its descriptor, returned as the descriptor | `function`, `call` |
//! | an unranked memref is handed over as rank and pointer; what is returned goes by way of the heap | `unranked` |
//! | bare pointers: a memref of static shape is handed over as its aligned pointer | `bare_pointers` |
//! | wrappers that C can call, `_mlir_ciface_…` | `c_interface` |
//!
//! Source: MLIR's "LLVM IR Target", Calling Conventions.

mod bare_pointers;
mod c_interface;
mod call;
mod function;
mod results;
mod unranked;

use tern_mlir::{Attribute, Context, TypeKind};

use crate::conversion::{Adaptor, Builder, NoMatch, Patterns, Rewrite, Rewriter};

/// Adds the patterns of the dialect.
pub fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&["func.func"], function::convert);
    patterns.on_several(&["func.call"], call::convert);
    patterns.on_several(&["func.call_indirect"], call::convert_indirect);
    patterns.on_several(&["func.return"], results::convert);
    patterns.on(&["func.constant"], constant);
}

/// `func.constant` becomes `llvm.mlir.addressof`.
fn constant(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let ty = b.converted_result(op.op)?;
    let name = b.op_ref(op.op).property("value").ok_or("the function is not named")?;
    b.replace_with(op.op, "llvm.mlir.addressof", &[], &[ty], &[("global_name", name)]);
    Ok(())
}

/// The attribute by which a function asks for bare pointers whatever the options of the pass are.
const BARE_POINTERS: &str = "llvm.bareptr";

/// Whether a function with these discardable attributes takes bare pointers.
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

/// Why nothing can be made of an unranked memref where pointers are bare.
fn unranked_under_bare_pointers() -> NoMatch {
    "an unranked memref cannot be handed over as a bare pointer".into()
}
