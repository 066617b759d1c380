//! How much may be made of little: a vector of several dimensions is taken apart into as many operations as it has rows or elements,
//! and a type of some bytes can have billions of them.

use std::cell::Cell;

use tern_dialect_core::vector::types::VectorType;

/// How many parts a pass makes at most of all vectors that it takes apart. Those of a kernel that anyone would run are some
/// thousands; LLVM would not get done with more than these.
pub(crate) const MOST_PARTS: u64 = 1 << 18;

/// What is said where there would be more.
pub(crate) const TOO_MANY: &str =
    "vectors are too large: taken apart, those that this pass works on are more than 262144 parts";

/// Lanes of a list that count as one part: a list costs a number for each, a part some operations.
const LANES: u64 = 64;

/// What is left of [`MOST_PARTS`].
pub(crate) struct Unrolling {
    left: Cell<u64>,
}

impl Default for Unrolling {
    fn default() -> Self {
        Self { left: Cell::new(MOST_PARTS) }
    }
}

impl Unrolling {
    /// Uses up so many parts, if there are as many left.
    pub(crate) fn take(&self, parts: u64) -> bool {
        let left = self.left.get().checked_sub(parts);
        self.left.set(left.unwrap_or_else(|| self.left.get()));
        left.is_some()
    }
}

/// The product of sizes, as large as can be said if it is too large to be said.
pub(crate) fn product(sizes: &[i64]) -> u64 {
    sizes.iter().fold(1, |product: u64, size| product.saturating_mul(size.unsigned_abs()))
}

/// Parts that are made of a vector by rows, and lists of its lanes.
pub(crate) fn rows(vector: &VectorType) -> u64 {
    let outer = vector.shape.len().saturating_sub(1);
    let rows = if outer == 0 { 0 } else { product(&vector.shape[..outer]) };
    rows.saturating_add(lists(product(&vector.shape)))
}

/// Parts that a list of so many lanes counts as.
pub(crate) fn lists(lanes: u64) -> u64 {
    lanes / LANES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_gets_less_and_overflows_not() {
        let unrolling = Unrolling::default();
        assert!(unrolling.take(MOST_PARTS - 1) && !unrolling.take(2) && unrolling.take(1));
        assert!(unrolling.take(0) && !unrolling.take(product(&[i64::MAX, 2, i64::MAX])));
    }
}
