//! The `arith` dialect: arithmetic on integers and floats. Source: `ArithOps.td`.

use tern_dialect::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect::new("arith");
