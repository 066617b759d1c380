//! Affine maps of values: composed, canonical, and as the operations that compute them.

mod compose;

pub use compose::{Applied, apply};
pub(crate) use compose::{canonicalize, compose};
