//! The `vector` dialect: vectors of any rank. Source: `VectorOps.td`.
//!
//! The operations are declared by topic: [`contraction`] combines elements, [`shape`] rearranges them, [`memory`] loads and
//! stores them, [`masking`] restricts operations to some of them, and [`printing`] prints them. Verifiers are in `verify/`,
//! hand-written parsers and printers in `syntax/`.

pub mod attributes;
pub mod constraints;
pub mod contraction;
pub(crate) mod folds;
pub mod maps;
pub mod masking;
pub mod memory;
pub mod printing;
pub mod shape;
mod syntax;
pub mod types;
mod verify;

pub use contraction::{Contract, Fma, MultiReduction, OuterProduct, Reduction, Scan};
pub use folds::{extract_position, insert_position, splat};
pub use masking::{ConstantMask, CreateMask, Mask, Yield};
pub use memory::{
    CompressStore, ExpandLoad, Gather, Load, MaskedLoad, MaskedStore, Scatter, Store, TransferRead,
    TransferWrite,
};
pub use printing::{Print, TypeCast};
pub use shape::{
    BitCast, Broadcast, Deinterleave, Extract, ExtractStridedSlice, FromElements, Insert, InsertStridedSlice,
    Interleave, ScalableExtract, ScalableInsert, ShapeCast, Shuffle, Step, ToElements, Transpose, Vscale,
};

use tern_dialect_llvm::ConvertsToLlvm;
use tern_mlir::declare::{Dialect, OpDef, concat};
use tern_mlir::inlining::Inlinable;

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    attributes: attributes::ATTRIBUTES,
    enums: attributes::ENUMS,
    interfaces: &[&Inlinable::ALL, &folds::FOLDS, &ConvertsToLlvm(None)],
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
