//! The `llvm` dialect: LLVM IR as operations. Source: MLIR's `LLVMIR` dialect and LLVM's LangRef.

pub mod attributes;
pub mod constraints;
pub mod dwarf;
pub mod enums;
pub mod intrinsics;
pub mod ops;
pub mod traits;
pub mod types;

use crate::declare::{Dialect, EnumDef, OpDef, concat};

static ENUMS: &[&EnumDef] = &concat!(&EnumDef; enums::ENUMS, enums::BIT_ENUMS, dwarf::ENUMS);
static OPERATIONS: &[&OpDef] = &concat!(&OpDef; ops::OPERATIONS, intrinsics::OPERATIONS);

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    namespace: "llvm",
    operations: OPERATIONS,
    attributes: attributes::ATTRIBUTES,
    types: types::TYPES,
    enums: ENUMS,
    verify_attribute: None,
};
