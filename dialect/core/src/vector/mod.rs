//! The `vector` dialect: vectors of any rank. Source: `VectorOps.td`.
//!
//! Operations are declared by what they are about: [`contraction`] combines elements, [`shape`] rearranges them, [`memory`]
//! moves them, [`masking`] says which of them, and [`printing`] shows them. What an operation demands beyond its declaration is in
//! `verify/`, syntax that no assembly format says in `syntax/`.

pub mod attributes;
pub mod constraints;
pub mod contraction;
pub mod maps;
pub mod masking;
pub mod memory;
pub mod printing;
pub mod shape;
mod syntax;
pub mod types;
mod verify;

use tern_mlir::declare::{Dialect, OpDef, concat};

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    attributes: attributes::ATTRIBUTES,
    enums: attributes::ENUMS,
    ..Dialect::new("vector")
};

static OPERATIONS: &[&OpDef] = &concat!(
    &OpDef;
    contraction::OPERATIONS,
    shape::OPERATIONS,
    memory::OPERATIONS,
    masking::OPERATIONS,
    printing::OPERATIONS,
);
