//! The operations of `memref`, grouped by topic.

pub mod access;
pub mod allocation;
pub mod metadata;
pub mod symbol;
pub mod transfer;
pub mod view;

use tern_mlir::{Context, Type};

/// The element type of a ranked memref.
fn element(context: &Context, ty: Type) -> Option<Type> {
    super::constraints::element_type(context, ty)
}
