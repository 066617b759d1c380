//! The `rocdl` dialect: AMD's GPUs. Source: MLIR's `ROCDLOps.td`.

pub mod arithmetic;
pub mod attributes;
pub mod constraints;
pub mod conversions;
pub mod identification;
pub mod lanes;
pub mod matrix;
pub mod memory;
pub mod synchronization;

use tern_export::extension::TranslatesTo;
use tern_mlir::declare::{Dialect, OpDef, concat};
use tern_mlir::inlining::Inlinable;

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: ALL,
    attributes: attributes::ATTRIBUTES,
    verify_attribute: Some(attributes::verify),
    interfaces: &[&Inlinable::ALL, &TranslatesTo(&attributes::Attributes)],
    unknown_operations: true,
    unknown_types: true,
    ..Dialect::new("rocdl")
};

static ALL: &[&OpDef] = &concat!(
    &OpDef; arithmetic::TABLE, conversions::TABLE, identification::TABLE, identification::OPERATIONS, lanes::TABLE,
    matrix::TABLE, memory::TABLE, synchronization::TABLE, synchronization::OPERATIONS,
);
