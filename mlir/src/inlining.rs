//! What the inliner must know of a dialect.

use crate::body::OpRef;

/// The interface with which a dialect declares that its operations can be inlined. MLIR: `DialectInlinerInterface`.
#[derive(Clone, Copy, Debug)]
pub struct Inlinable {
    /// Whether an operation may be moved into another function. Operations of dialects without the interface may not.
    pub may_move: fn(OpRef<'_>) -> bool,
    /// Whether regions of the dialect's operations accept inlined operations. Bodies of functions do in any case.
    pub takes_operations: bool,
}

impl Inlinable {
    /// All operations may be moved.
    pub const ALL: Self = Self { may_move: |_| true, takes_operations: false };

    /// All operations may be moved, and calls in their regions may be inlined.
    pub const ALL_AND_INTO: Self = Self { may_move: |_| true, takes_operations: true };
}
