//! Mass: how much of what enters a loop, or the function, comes through a block; 2⁶⁴ − 1 is all of it. Source: LLVM,
//! `BlockFrequencyInfoImpl`.

use rustc_hash::FxHashMap;

use super::scaled::Scaled;
use crate::probabilities::Probability;

/// All of it.
pub(super) const FULL: u64 = u64::MAX;

/// A mass as a number; that of nothing is slightly above zero.
pub(super) fn to_scaled(mass: u64) -> Scaled {
    mass.checked_add(1).map_or(Scaled::ONE, |mass| Scaled::new(mass, -64))
}

/// What an edge is to the loop that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Local,
    Exit,
    Back,
}

/// An edge with its weight, which is not zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) kind: Kind,
    pub(super) to: u32,
    weight: u64,
}

/// Weights by which a mass is divided between edges.
#[derive(Default)]
pub(super) struct Distribution {
    edges: Vec<Edge>,
    total: u64,
    overflowed: bool,
}

impl Distribution {
    /// Adds an edge.
    pub(super) fn add(&mut self, kind: Kind, to: u32, weight: u64) {
        let (total, overflowed) = self.total.overflowing_add(weight);
        self.overflowed |= overflowed;
        self.total = total;
        self.edges.push(Edge { kind, to, weight });
    }

    /// Divides a mass between the edges, one for each target. Nothing is lost by rounding.
    pub(super) fn divide(mut self, mut mass: u64) -> Vec<(Edge, u64)> {
        self.normalize();
        let mut weights = self.total as u32;
        let mut take = |edge: Edge| {
            let probability = Probability::new(edge.weight as u32, weights);
            let taken = ((u128::from(mass) * u128::from(probability.numerator())) >> 31) as u64;
            weights = weights.saturating_sub(edge.weight as u32);
            mass -= taken;
            (edge, taken)
        };
        self.edges.drain(..).map(&mut take).collect()
    }

    /// Unites edges to the same block, and makes weights and total fit into 32 bits.
    fn normalize(&mut self) {
        match self.edges.len() {
            0 | 1 => {}
            2..=MANY => self.unite_in_order(),
            _ => self.unite_many(),
        }
        if let [edge] = &mut self.edges[..] {
            (edge.weight, self.total) = (1, 1);
            return;
        }
        let shift = match self.total {
            _ if self.overflowed => 33,
            total if total > u64::from(u32::MAX) => 33 - total.leading_zeros(),
            _ => return,
        };
        for edge in &mut self.edges {
            edge.weight = ((edge.weight >> shift) + (edge.weight >> (shift - 1) & 1)).max(1);
        }
        self.total = self.edges.iter().map(|edge| edge.weight).sum();
    }

    fn unite_in_order(&mut self) {
        self.edges.sort_by_key(|edge| edge.to);
        self.edges.dedup_by(|next, first| {
            let is_same = next.to == first.to;
            if is_same {
                first.weight = first.weight.saturating_add(next.weight);
            }
            is_same
        });
    }

    /// Leaves edges in the order of LLVM's hash table, because the order decides about the last bits of masses.
    fn unite_many(&mut self) {
        let mut united: FxHashMap<u32, Edge> = FxHashMap::default();
        let mut targets = Vec::new();
        for &edge in &self.edges {
            match united.entry(edge.to) {
                std::collections::hash_map::Entry::Occupied(mut known) => {
                    let weight = &mut known.get_mut().weight;
                    *weight = weight.saturating_add(edge.weight);
                }
                std::collections::hash_map::Entry::Vacant(new) => {
                    targets.push(edge.to);
                    new.insert(edge);
                }
            }
        }
        if targets.len() < self.edges.len() {
            let reserved = next_power_of_two(2 * self.edges.len());
            self.edges = in_order_of_hashes(&targets, reserved).iter().map(|to| united[to]).collect();
        }
    }
}

/// So many edges are still sorted.
const MANY: usize = 128;

/// The power of two above a number.
fn next_power_of_two(number: usize) -> usize {
    (number + 1).next_power_of_two()
}

/// Different keys in the order of LLVM's `DenseMap` that has room for `reserved` keys from the beginning.
pub(super) fn in_order_of_hashes(keys: &[u32], reserved: usize) -> Vec<u32> {
    let mut buckets = vec![None; next_power_of_two(reserved * 4 / 3 + 1)];
    let last = buckets.len() - 1;
    for &key in keys {
        let (mut at, mut step) = (key.wrapping_mul(37) as usize & last, 1);
        while buckets[at].is_some() {
            at = (at + step) & last;
            step += 1;
        }
        buckets[at] = Some(key);
    }
    buckets.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_a_mass_is_divided() {
        let mut thirds = Distribution::default();
        [2, 0, 1].into_iter().for_each(|to| thirds.add(Kind::Local, to, 5));
        let parts = thirds.divide(FULL);
        assert!(parts.iter().map(|(edge, _)| edge.to).eq(0..3));
        assert_eq!(parts.iter().map(|(_, mass)| u128::from(*mass)).sum::<u128>(), u128::from(FULL));
        let mut large = Distribution::default();
        [3, 4, 3].into_iter().for_each(|to| large.add(Kind::Exit, to, FULL / 2));
        let parts: Vec<u64> = large.divide(3 << 40).into_iter().map(|(_, mass)| mass).collect();
        assert_eq!(parts.iter().sum::<u64>(), 3 << 40);
        assert!(parts.len() == 2 && parts[0].abs_diff(2 << 40) < 1 << 12);
    }

    #[test]
    fn many_edges_are_united() {
        let mut many = Distribution::default();
        (0..400).for_each(|to| many.add(Kind::Local, to % 200, 1));
        let parts = many.divide(FULL);
        assert_eq!(parts.len(), 200);
        assert_eq!(parts.iter().map(|(_, mass)| u128::from(*mass)).sum::<u128>(), u128::from(FULL));
    }
}
