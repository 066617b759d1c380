//! The `llvm` dialect.

use crate::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect =
    Dialect { namespace: "llvm", operations: &[], attributes: &[], types: &[], enums: &[], verify_attribute: None };
