//! The correspondence of LLVM IR and MLIR's `llvm` dialect, as tables.
//!
//! Every fact about the correspondence that both import and export need is declared here once; `tern-import` reads the tables in
//! one direction and `tern-export` in the other. `docs/MAPPING.md` describes the correspondence in prose.

pub mod asides;
pub mod attributes;
pub mod data_layout;
pub mod debug_info;
pub mod enums;
pub mod fields;
pub mod flags;
pub mod instruction_metadata;
pub mod intrinsics;
pub mod loops;
pub mod names;
pub mod node_shapes;
pub mod packed_attributes;
