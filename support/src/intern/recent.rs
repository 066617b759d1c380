//! A per-thread cache of recent lookups.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::ways;

/// A direct-mapped cache of recent lookups by short lists of keys. It sits in front of an [`Interner`](crate::intern::Interner),
/// whose tables are too large to stay in the CPU's caches.
///
/// Each list hashes to exactly one of `SLOTS` slots (a power of two); a new entry evicts the one in its slot.
pub struct Recent<K, V, const LONGEST: usize, const SLOTS: usize = 512> {
    /// Empty until the first lookup.
    slots: Box<[Option<Found<K, V, LONGEST>>]>,
}

#[derive(Clone, Copy)]
struct Found<K, V, const LONGEST: usize> {
    value: V,
    length: u32,
    /// Only the first `length` keys are meaningful.
    keys: [K; LONGEST],
}

impl<K, V, const LONGEST: usize, const SLOTS: usize> Default for Recent<K, V, LONGEST, SLOTS> {
    fn default() -> Self {
        Self { slots: Box::default() }
    }
}

/// A clone starts empty: it is meant for another thread, which will look up other things.
impl<K, V, const LONGEST: usize, const SLOTS: usize> Clone for Recent<K, V, LONGEST, SLOTS> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<K: Copy + Eq + Hash, V: Copy, const LONGEST: usize, const SLOTS: usize> Recent<K, V, LONGEST, SLOTS> {
    /// The cached value for `keys`; on a miss, `find` computes it. Lists longer than `LONGEST` are not cached.
    #[inline]
    pub fn get(&mut self, keys: &[K], find: impl FnOnce() -> V) -> V {
        let place = FxBuildHasher.hash_one(keys) as usize % SLOTS;
        match self.slots.get(place) {
            Some(Some(found))
                if found.length as usize == keys.len()
                    && found.keys.iter().zip(keys).all(|(found, key)| found == key) =>
            {
                found.value
            }
            _ => self.keep(place, keys, find()),
        }
    }

    #[cold]
    fn keep(&mut self, place: usize, keys: &[K], value: V) -> V {
        let Some(&first) = keys.first().filter(|_| keys.len() <= LONGEST) else { return value };
        if ways::is_plain() {
            return value;
        }
        if self.slots.is_empty() {
            self.slots = vec![None; SLOTS].into();
        }
        let mut all = [first; LONGEST];
        all[..keys.len()].copy_from_slice(keys);
        self.slots[place] = Some(Found { value, length: keys.len() as u32, keys: all });
        value
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;

    #[test]
    fn lists_that_share_a_place_are_told_apart() {
        let mut recent = Recent::<u16, (usize, u16), 3>::default();
        for round in 0..3 {
            for number in 0..2_000u16 {
                for length in 0..=4 {
                    // The prefix of a longer list, which is looked up next.
                    let keys = &[number, 7, number, 7][..length];
                    let value = (length, keys.first().copied().unwrap_or_default());
                    assert_eq!(recent.get(keys, || value), value, "round {round}");
                }
            }
        }
        let kept = recent.get(&[1, 2], || (1, 1));
        assert_eq!(recent.get(&[1, 2], || (2, 2)), kept);
        assert_eq!(recent.get(&[1, 2, 3, 4], || (3, 3)), (3, 3));
        assert_eq!(recent.get(&[1, 2, 3, 4], || (4, 4)), (4, 4));
    }
}
