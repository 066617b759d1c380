//! The `affine` dialect: loops and accesses with affine subscripts. Source: `AffineOps.td`.

use tern_dialect::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect::new("affine");
