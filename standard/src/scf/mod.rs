//! The `scf` dialect: structured control flow. Source: `SCFOps.td`.

use tern_dialect::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect::new("scf");
