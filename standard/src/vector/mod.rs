//! The `vector` dialect: vectors of any rank. Source: `VectorOps.td`.

use tern_dialect::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect::new("vector");
