//! The `complex` dialect: complex numbers. Source: `ComplexOps.td`.

use tern_dialect::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect::new("complex");
