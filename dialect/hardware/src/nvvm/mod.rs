//! The `nvvm` dialect: NVIDIA's GPUs. Source: MLIR's `NVVMOps.td`; NVIDIA's PTX ISA.

pub mod attributes;
pub mod chips;
pub mod constraints;
pub mod conversions;
pub mod copies;
pub mod enums;
mod fragments;
pub mod functions;
pub mod matrix;
pub mod mbarrier;
pub mod mma;
mod names;
pub mod sreg;
pub mod synchronization;
pub mod tcgen05;
pub mod tcgen05_mma;
pub mod tensors;
pub mod warp;
pub mod wgmma;

use tern_export::extension::TranslatesTo;
use tern_mlir::declare::{Dialect, OpDef, concat};
use tern_mlir::inlining::Inlinable;

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: ALL,
    attributes: attributes::ALL,
    enums: enums::ENUMS,
    verify_attribute: Some(functions::verify),
    verify_parameter: Some(functions::verify_parameter),
    interfaces: &[&Inlinable::ALL, &TranslatesTo(&functions::Attributes)],
    unknown_operations: true,
    unknown_types: true,
    ..Dialect::new("nvvm")
};

static ALL: &[&OpDef] = &concat!(
    &OpDef; conversions::TABLE, conversions::OPERATIONS, copies::OPERATIONS, matrix::OPERATIONS, mbarrier::TABLE, mbarrier::OPERATIONS, mma::OPERATIONS,
    sreg::TABLE, synchronization::OPERATIONS, tcgen05::OPERATIONS, tcgen05_mma::OPERATIONS, tensors::OPERATIONS,
    warp::OPERATIONS, wgmma::OPERATIONS,
);
