//! The `ub` dialect: undefined behavior. Source: `UBOps.td`.

use tern_dialect::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect::new("ub");
