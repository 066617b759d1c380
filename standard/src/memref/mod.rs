//! The `memref` dialect: buffers and views of them. Source: `MemRefOps.td`.

use tern_dialect::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect::new("memref");
