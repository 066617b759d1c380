//! The `math` dialect: mathematical functions. Source: `MathOps.td`.

use tern_dialect::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect::new("math");
