//! A budget for unrolling. Vectors of several dimensions are split into one operation per row or element, and a type that takes
//! a few bytes of text can have billions of them; the budget bounds the size of the output.

use std::cell::Cell;

use tern_dialect_core::vector::types::VectorType;

/// The maximum number of parts that one run of a pass makes, summed over all vectors that it splits. Realistic kernels need
/// some thousands; LLVM would not finish with more than this.
pub(crate) const MOST_PARTS: u64 = 1 << 18;

/// The error when the budget is exhausted.
pub(crate) const TOO_MANY: &str =
    "vectors are too large: taken apart, those that this pass works on are more than 262144 parts";

/// The number of lanes in a constant list that cost as much as one part: a lane costs one integer, a part several operations.
const LANES: u64 = 64;

/// The remaining budget, out of [`MOST_PARTS`].
pub(crate) struct Unrolling {
    left: Cell<u64>,
}

impl Default for Unrolling {
    fn default() -> Self {
        Self { left: Cell::new(MOST_PARTS) }
    }
}

impl Unrolling {
    /// Takes `parts` from the budget. Returns false if fewer are left.
    pub(crate) fn take(&self, parts: u64) -> bool {
        let left = self.left.get().checked_sub(parts);
        self.left.set(left.unwrap_or_else(|| self.left.get()));
        left.is_some()
    }
}

/// The saturating product of sizes.
pub(crate) fn product(sizes: &[i64]) -> u64 {
    sizes.iter().fold(1, |product: u64, size| product.saturating_mul(size.unsigned_abs()))
}

/// The cost of splitting a vector by rows, including the lists of its lanes.
pub(crate) fn rows(vector: &VectorType) -> u64 {
    let outer = vector.shape.len().saturating_sub(1);
    let rows = if outer == 0 { 0 } else { product(&vector.shape[..outer]) };
    rows.saturating_add(lists(product(&vector.shape)))
}

/// The cost of a list of `lanes` lanes, in parts.
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
