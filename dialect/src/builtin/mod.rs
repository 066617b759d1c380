//! The `builtin` dialect.

use crate::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect =
    Dialect { namespace: "builtin", operations: &[], attributes: &[], types: &[], enums: &[], verify_attribute: None };
