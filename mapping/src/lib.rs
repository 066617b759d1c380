//! What in LLVM IR corresponds to what in MLIR's `llvm` dialect.
//!
//! Import and export are twins: whatever both need to know is said here once, and read in one direction by the one and
//! in the other direction by the other. `docs/MAPPING.md` is the prose to these tables.

pub mod asides;
pub mod attributes;
pub mod data_layout;
pub mod debug_info;
pub mod enums;
pub mod instruction_metadata;
pub mod intrinsics;
pub mod loops;
pub mod names;
pub mod packed;
pub mod shapes;
