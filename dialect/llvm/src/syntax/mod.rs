//! Hand-written parsers and printers, for syntax that assembly formats cannot express; one file per construct.

pub mod aggregate;
pub mod alias;
pub mod alloca;
pub mod branch;
pub mod bundles;
pub mod call;
pub mod call_intrinsic;
pub mod compare_floats;
pub mod compare_integers;
pub mod constant_range;
pub mod expression;
pub mod func;
pub mod gep;
pub mod global;
pub mod invoke;
pub mod keyword;
pub mod landingpad;
pub mod switch;
pub mod types;

use tern_mlir::asm::{Directive, Parser, PrintedOp};

/// The `custom<…>` directives of the dialect's assembly formats.
pub static DIRECTIVES: &[Directive] = &[
    aggregate::ELEMENT_TYPE,
    aggregate::SHUFFLE_TYPE,
    branch::INDIRECT_SUCCESSORS,
    bundles::OP_BUNDLES,
    gep::INDICES,
    keyword::LINKAGE,
    switch::CASES,
];

/// For a directive that is never in an optional group.
fn always_begins(_: &Parser<'_, '_>) -> bool {
    true
}

/// For a directive that is never in an optional group.
fn always_present(_: PrintedOp<'_>) -> bool {
    true
}
