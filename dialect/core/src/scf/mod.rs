//! The `scf` dialect: structured control flow, loops and conditions with regions. Source: `SCFOps.td`.

pub mod ops;
mod syntax;
mod verify;

pub use ops::conditions::{ExecuteRegion, If, IndexSwitch, Yield};
pub use ops::loops::{Condition, For, While};
pub use ops::parallel::{Forall, InParallel, Parallel, Reduce, ReduceReturn};

use tern_mlir::declare::{Dialect, OldSpellings, OpDef, concat};
use tern_mlir::inlining::Inlinable;

/// All operations of the dialect.
static OPERATIONS: &[&OpDef] =
    &concat!(&OpDef; ops::conditions::OPERATIONS, ops::loops::OPERATIONS, ops::parallel::OPERATIONS);

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: OPERATIONS,
    old_spellings: Some(&OldSpellings { heir_of: &["loop"], ..OldSpellings::new() }),
    interfaces: &[&Inlinable::ALL_AND_INTO],
    ..Dialect::new("scf")
};
