//! The `dlti` dialect.

use crate::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect =
    Dialect { namespace: "dlti", operations: &[], attributes: &[], types: &[], enums: &[], verify_attribute: None };
