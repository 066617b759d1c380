//! Affine maps applied to values: composition, canonicalization, and the operations that compute them.

mod compose;

pub use compose::{Applied, apply};
pub(crate) use compose::{canonicalize, compose};
