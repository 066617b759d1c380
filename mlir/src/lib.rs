//! MLIR in Rust, as plain data: types, attributes and operations with regions; the language in which dialects are declared; the
//! assembly language; bytecode; a verifier. This crate knows the dialect `builtin` and no other: a [`Context`] is created with the
//! dialects that it should know.
//!
//! * A [`Context`] interns types, attributes and names. Handles are `Copy`, and equality is identity.
//! * A [`Module`] holds operations in [`Body`]s, one for each operation that is isolated from above.
//! * Dialects are [declared](declare): the one declaration of an operation drives its parser, printer, verifier and accessors.
//! * [`parse`](asm::parse) and [`print`](asm::print) read and write MLIR's assembly, [`bytecode`] its bytecode;
//!   [`verify`](verify::verify) checks a module.

pub mod affine;
pub mod asm;
pub mod attributes;
pub mod body;
pub mod builtin;
pub mod bytecode;
pub mod context;
pub mod declare;
pub mod diagnostic;
pub mod floats;
pub mod fold;
pub mod function;
pub mod graph;
pub mod inlining;
pub mod int;
pub mod location;
pub mod resources;
pub mod rewrite;
#[cfg(test)]
mod test_dialect;
pub mod types;
pub mod verify;

pub use attributes::{AttrKind, Attribute, NamedAttribute};
pub use body::{Block, Body, Module, Op, OpRef, OpShape, OpShapes, OpState, Point, Region, Value, ValueDef};
pub use context::{Context, Ident, OpName};
pub use location::Location;
pub use types::{FloatKind, Type, TypeKind};
