//! What the operations that access memory at affine indices have in common.

use tern_mlir::affine::AffineMap;
use tern_mlir::asm::Shown;
use tern_mlir::declare::{Unverified, View};
use tern_mlir::{OpRef, Value};

use super::ops::{Load, Prefetch, Store, VectorLoad, VectorStore};

/// A memory access, possibly not verified. MLIR: `AffineMapAccessInterface`.
pub(super) struct Access<'a, O> {
    pub(super) op: O,
    pub(super) memref: Option<Value>,
    pub(super) map: Option<&'a AffineMap>,
    /// The operands of the map.
    pub(super) indices: &'a [Value],
}

macro_rules! accesses {
    ($($op:ident),*) => {$(
        impl<'a> From<$op<View<'a>>> for Access<'a, OpRef<'a>> {
            fn from(op: $op<View<'a>>) -> Self {
                Self::from($op(View::<Unverified>::new(*op.0)))
            }
        }

        impl<'a, O: Shown<'a>> From<$op<View<'a, Unverified, O>>> for Access<'a, O> {
            fn from(op: $op<View<'a, Unverified, O>>) -> Self {
                let map = op.map().and_then(|map| map.as_affine_map(op.0.context()));
                Self { op: *op.0, memref: op.memref(), map, indices: op.indices() }
            }
        }
    )*};
}
accesses!(Load, Store, VectorLoad, VectorStore, Prefetch);
