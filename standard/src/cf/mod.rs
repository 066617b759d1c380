//! The `cf` dialect: unstructured control flow. Source: `ControlFlowOps.td`.

use tern_dialect::declare::Dialect;

/// The dialect.
pub static DIALECT: Dialect = Dialect::new("cf");
