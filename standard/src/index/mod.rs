//! The `index` dialect: arithmetic on values of type `index`. Source: `IndexOps.td`.

use tern_dialect::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect::new("index");
