//! The `memref` dialect: memory buffers and views of them. Source: `MemRefOps.td`.

pub mod constraints;
pub(crate) mod folds;
mod old_spellings;
pub mod ops;
mod syntax;
pub mod types;
mod verify;

pub use folds::dropped_of_subview;
pub use ops::access::{AtomicRmw, AtomicYield, GenericAtomicRmw, Load, Prefetch, Store};
pub use ops::allocation::{Alloc, Alloca, AllocaScope, AllocaScopeReturn, Dealloc, Realloc};
pub use ops::metadata::{
    AssumeAlignment, Dim, DistinctObjects, ExtractAlignedPointerAsIndex, ExtractStridedMetadata, Rank,
};
pub use ops::symbol::{GetGlobal, Global};
pub use ops::transfer::{Copy, DmaStart, DmaWait};
pub use ops::view::{
    Cast, CollapseShape, ExpandShape, MemorySpaceCast, ReinterpretCast, Reshape, SubView, Transpose, View,
};

use tern_dialect_llvm::ConvertsToLlvm;
use tern_mlir::declare::{Dialect, OpDef, concat};
use tern_mlir::inlining::Inlinable;

pub use crate::arith::AtomicRMWKind;
pub(crate) use syntax::access::{parse_hints, print_hints};
pub use verify::metadata::infer_strided_metadata;

/// All operations of the dialect.
static OPERATIONS: &[&OpDef] = &concat!(
    &OpDef;
    ops::access::OPERATIONS,
    ops::allocation::OPERATIONS,
    ops::metadata::OPERATIONS,
    ops::symbol::OPERATIONS,
    ops::transfer::OPERATIONS,
    ops::view::OPERATIONS,
);

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    interfaces: &[&Inlinable::ALL, &folds::FOLDS, &ConvertsToLlvm(None)],
    directives: syntax::DIRECTIVES,
    old_spellings: Some(&old_spellings::OLD_SPELLINGS),
    ..Dialect::new("memref")
};
